// The client: starts `qili lsp`; everything else is the server's.
const { workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

exports.activate = () => {
  const said = workspace.getConfiguration('qili');
  const options = { pinyin: said.get('pinyin') };
  if (said.get('language')) {
    options.language = said.get('language');
  }
  client = new LanguageClient(
    'qili',
    '棋例 Qili',
    { command: said.get('command'), args: ['lsp'] },
    {
      documentSelector: [
        { language: 'qili-rule' },
        { pattern: '**/edition.yaml' },
        { pattern: '**/competition.yaml' },
        { pattern: '**/cases/*.yaml' },
      ],
      initializationOptions: options,
    },
  );
  return client.start();
};

exports.deactivate = () => client?.stop();
