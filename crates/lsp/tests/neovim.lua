-- A session in Neovim 0.7 or later, which the test `neovim` starts: what it sees and does is printed, one line each.
local folder = vim.env.QILI_FOLDER
local out = io.open(vim.env.QILI_OUT, 'w')
local function say(...)
  out:write(table.concat({ ... }, ' '), '\n')
  out:flush()
end
local function finish(ok, why)
  if not ok then say('failed:', tostring(why)) end
  out:close()
  vim.cmd('qall!')
end

local function wait(what, so)
  if not vim.wait(60000, so, 50) then error('nothing came of: ' .. what) end
end

finish(xpcall(function()
  local client = vim.lsp.start_client({
    name = 'qili',
    cmd = { vim.env.QILI_COMMAND, 'lsp', '--lang', 'en' },
    root_dir = folder,
    init_options = { language = 'en', rest = 50 },
  })
  vim.cmd('edit ' .. vim.fn.fnameescape(folder .. '/garden/natures.rule'))
  local buffer = vim.api.nvim_get_current_buf()
  vim.lsp.buf_attach_client(buffer, client)
  wait('the beginning', function()
    local begun = vim.lsp.get_client_by_id(client)
    return begun and begun.initialized
  end)
  local function mistakes() return vim.diagnostic.get(buffer, { severity = vim.diagnostic.severity.ERROR }) end
  local function ask(method, params)
    local answers, why = vim.lsp.buf_request_sync(buffer, method, params, 60000)
    if not answers then error(method .. ': ' .. tostring(why)) end
    local answer = answers[client] or error(method .. ': no answer')
    if answer.err then error(method .. ': ' .. vim.inspect(answer.err)) end
    return answer.result
  end
  local function line_of(text)
    for number, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
      local at = line:find(text, 1, true)
      if at then return number, at - 1, line end
    end
    error('no line has ' .. text)
  end

  -- a mistake, its diagnostic and its fix
  local number, _, line = line_of('some m in initiatives')
  local wrong = line:gsub('initiatives', 'initiativs')
  vim.api.nvim_buf_set_lines(buffer, number - 1, number, false, { wrong })
  wait('the diagnostic', function() return #mistakes() > 0 end)
  local seen = mistakes()[1]
  say('diagnostic:', seen.message:gsub('\n', ' | '), 'at', wrong:sub(seen.col + 1, seen.end_col))
  local range = {
    start = { line = seen.lnum, character = 0 },
    ['end'] = { line = seen.lnum + 1, character = 0 },
  }
  local params = {
    textDocument = vim.lsp.util.make_text_document_params(buffer),
    range = range,
    context = { diagnostics = vim.lsp.diagnostic.get_line_diagnostics(buffer, seen.lnum) },
  }
  local actions = ask('textDocument/codeAction', params)
  say('fix:', actions[1].title)
  vim.lsp.util.apply_workspace_edit(actions[1].edit, 'utf-16')
  say('mended:', tostring(({ line_of('some m in initiatives') })[3] == line))
  wait('the mended text', function() return #mistakes() == 0 end)

  -- a new name
  local row, column = line_of('可得 winnable')
  vim.api.nvim_win_set_cursor(0, { row, column })
  params = vim.lsp.util.make_position_params(0, 'utf-16')
  params.newName = '能得'
  vim.lsp.util.apply_workspace_edit(ask('textDocument/rename', params), 'utf-16')
  local _, _, renamed = line_of('能得 winnable')
  say('renamed:', vim.trim(renamed))
  line_of('能得(m, x))')

  -- the canonical form
  row, _, line = line_of('nature 闲 idle')
  vim.api.nvim_buf_set_lines(buffer, row - 1, row, false, { (line:gsub('nature 闲', 'nature    闲')) })
  params = {
    textDocument = vim.lsp.util.make_text_document_params(buffer),
    options = { tabSize = 2, insertSpaces = true },
  }
  vim.lsp.util.apply_text_edits(ask('textDocument/formatting', params), buffer, 'utf-16')
  say('formatted:', vim.trim(({ line_of('nature 闲 idle') })[3]))
  local again = ask('textDocument/formatting', params)
  say('again:', tostring(#again))

  -- a lens
  local lenses = ask('textDocument/codeLens', { textDocument = vim.lsp.util.make_text_document_params(buffer) })
  for _, lens in ipairs(lenses) do
    if lens.data.article == 'nature.chase' then
      say('lens:', (ask('codeLens/resolve', lens).command.title:gsub('%d+', 'N')))
    end
  end
  vim.lsp.stop_client(client)
end, debug.traceback))
