tsc -p e2e; tsc -p .
vitest run --project api-pglite packages/server/src/plugins/template.api.test.ts --maxWorkers 1
playwright test --config e2e/engines/playwright.config.ts plug-ins --workers 1
