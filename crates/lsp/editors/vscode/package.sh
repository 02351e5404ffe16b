#!/usr/bin/env bash
# Makes qili.vsix of the extension, for `code --install-extension qili.vsix`. Needs npm.
set -euo pipefail
cd "$(dirname "$0")"
npm install --omit=dev --no-audit --no-fund
npx --yes @vscode/vsce package --out qili.vsix --skip-license --allow-missing-repository
