-- Where Neovim's own client is attached to `refute lsp`: waits for a diagnostic, applies its first
-- fix, asks the first question of the file and prints what it saw as JSON.
local seen = {}

-- Wait for something, with patience.
local function wait(what, done)
  if not vim.wait(60000, done, 20) then
    io.stderr:write('no ' .. what .. '\n')
    vim.cmd('cquit')
  end
end

local function diagnostics()
  return vim.diagnostic.get(0)
end

vim.ui.select = function(items, _, choose)
  choose(items[1])
end

wait('client', function() return next(vim.lsp.buf_get_clients(0)) ~= nil end)
local client = next(vim.lsp.buf_get_clients(0))
seen.filetype = vim.bo.filetype

wait('diagnostic', function() return #diagnostics() > 0 end)
local first = diagnostics()[1]
seen.diagnostic = { code = first.code, message = first.message, line = first.lnum + 1 }

vim.api.nvim_win_set_cursor(0, { first.lnum + 1, first.col })
vim.lsp.buf.code_action()
wait('fix', function() return #diagnostics() == 0 end)
seen.text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), '\n')

local uri = vim.uri_from_bufnr(0)
local params = { textDocument = { uri = uri } }
local lenses = vim.lsp.buf_request_sync(0, 'textDocument/codeLens', params, 60000)[client].result
seen.lens = lenses[1].command.title
vim.lsp.buf_request(0, 'workspace/executeCommand', lenses[1].command, function() end)
wait('counterexample', function() return #diagnostics() > 0 end)
seen.counterexample = diagnostics()[1].message
seen.line = diagnostics()[1].lnum + 1

io.stdout:write(vim.json and vim.json.encode(seen) or vim.fn.json_encode(seen))
vim.lsp.get_client_by_id(client).stop()
vim.wait(5000, function() return vim.lsp.get_client_by_id(client) == nil end, 20)
vim.cmd('qall!')
