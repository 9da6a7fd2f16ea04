import { readFile, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addTable, addText, makeBoard, open, pick } from '../boards.ts'
import { expectAccessible, WCAG } from '../page.ts'
import { expect, test } from '../queries.ts'

async function saved(page: Page, entry: string) {
  const arriving = page.waitForEvent('download')
  await pick(page, 'Export', entry)
  const file = await arriving
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

test('a dashboard is saved as an HTML file that opens without a network, sorts its tables and is accessible (OPEN-256)', async ({
  adminPage: page,
  adminCall,
  workshop,
  browser,
}, testInfo) => {
  const board = await makeBoard(adminCall, 'To take along')
  const query = await workshop.makeRunQuery({ name: 'Squares' })
  await addText(adminCall, board, '# Read me\n\n</script><script>document.title = "broken"</script>', {
    col: 0,
    row: 0,
    sizeX: 6,
    sizeY: 3,
  })
  await addTable(adminCall, board, query, { col: 0, row: 3, sizeX: 3, sizeY: 8 })
  await open(page, board)
  const file = await saved(page, 'HTML File')
  expect(file.name).toBe('To take along.html')
  const path = testInfo.outputPath('dashboard.html')
  await writeFile(path, file.bytes)

  const context = await browser.newContext({ offline: true, colorScheme: 'dark', viewport: { width: 390, height: 844 } })
  const offline = await context.newPage()
  const problems: string[] = []
  offline.on('console', (message) => problems.push(message.text()))
  offline.on('request', (request) => {
    if (!request.url().startsWith('file:')) problems.push(request.url())
  })
  await offline.goto(`file://${path}`)
  await expect(offline).toHaveTitle('To take along')
  await expect(offline.getByRole('heading', { name: 'Read me' })).toBeVisible()
  const first = offline.getByRole('row').nth(1)
  const before = await first.textContent()
  const head = offline.getByRole('columnheader').first()
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect(first).not.toHaveText(before ?? '')
  expect(await offline.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  expect(problems).toEqual([])
  // The policy of the file forbids the script of axe.
  const checked = await browser.newContext({ bypassCSP: true, colorScheme: 'dark', viewport: { width: 1280, height: 800 } })
  const wide = await checked.newPage()
  await wide.goto(`file://${path}`)
  await expectAccessible(wide, [...WCAG, 'best-practice'])
  await checked.close()
  await context.close()
})
