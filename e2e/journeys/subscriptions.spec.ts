import { mergeTests } from '@playwright/test'
import { ADMIN } from '../admin.ts'
import { addTable, addText, button, dialog, makeBoard, open } from '../boards.ts'
import { linkIn, test as mailTest } from '../mail.ts'
import { expect, expectAccessible } from '../page.ts'
import { test as queryTest } from '../queries.ts'
import { expectToast } from '../toasts.ts'

const test = mergeTests(mailTest, queryTest)

test('a user subscribes to a dashboard, gets a report by email with a PDF, and unsubscribes from its link without a session (OPEN-265, OPEN-515)', async ({
  adminPage: page,
  adminCall,
  browser,
  mail,
  workshop,
}) => {
  const board = await makeBoard(adminCall, 'Weekly numbers')
  const query = await workshop.makeQuery({ name: 'Orders', query: 'select 42 as orders' })
  await addText(adminCall, board, '## All orders', { col: 0, row: 0, sizeX: 3, sizeY: 3 })
  await addTable(adminCall, board, query, { col: 0, row: 3, sizeX: 3, sizeY: 5 })
  await open(page, board)
  await button(page, 'Subscribe').click()
  const subscriptions = dialog(page, 'Subscriptions')
  await expect(subscriptions.getByText('No one is subscribed yet.')).toBeVisible()
  await expectAccessible(page)
  await subscriptions.getByRole('combobox', { name: 'Every' }).click()
  await page.getByRole('option', { name: '1 week' }).click()
  await subscriptions.getByText('Mon', { exact: true }).click()
  await subscriptions.getByRole('checkbox', { name: 'Attach the dashboard as PDF' }).check()
  await button(subscriptions, 'Subscribe').click()
  await expectToast(page, 'Subscribed.')
  const row = subscriptions.getByRole('list', { name: 'Subscriptions' }).getByRole('listitem')
  await expect(row).toContainText('Every week, Mon 08:00With a PDF')

  await row.getByRole('button', { name: /^Send now to/ }).click()
  const link = await linkIn(mail, ADMIN.email, 'unsubscribe')
  expect(mail.mails.at(-1)?.text).toMatch(/All orders\n\nOrders\nas of .+ UTC\norders\n42/)
  await expect(row).toContainText(/Next: .*Last: Today/)
  await expect(row).not.toContainText('Being sent')
  const attached = mail.mails.at(-1)?.attachments.map(({ mimeType, disposition }) => [mimeType, disposition])
  expect(attached).toContainEqual(['application/pdf', 'attachment'])

  const visitor = await browser.newPage()
  await visitor.goto(link)
  await expect(visitor.getByText('Reports of the dashboard Weekly numbers')).toBeVisible()
  await expectAccessible(visitor)
  await button(visitor, 'Unsubscribe').click()
  await expect(visitor.getByRole('status')).toHaveText('The subscription to Weekly numbers has ended.')
  await visitor.reload()
  await expect(visitor.getByText('This subscription has already ended.')).toBeVisible()
  await visitor.close()

  await page.reload()
  await button(page, 'Subscribe').click()
  await expect(dialog(page, 'Subscriptions').getByText('No one is subscribed yet.')).toBeVisible()
})

test('Share on a query copies its link, embeds it and subscribes to it; the schedule can be changed and ended (OPEN-170)', async ({
  adminPage: page,
  product,
  workshop,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const query = await workshop.makeQuery({ name: 'Stock', query: 'select 7 as stock' })
  await page.goto(`/queries/${query.id}/source`)
  await button(page, 'Share').click()
  await expect(page.getByRole('menuitem')).toHaveText(['Copy Link', 'Embed Elsewhere', 'Subscribe', 'Create Alert'])
  await page.getByRole('menuitem', { name: 'Copy Link' }).click()
  await expectToast(page, 'Link copied')
  const link = `${product.url}/queries/${query.id}#${query.visualizations[0]?.id}`
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await button(page, 'Share').click()
  await page.getByRole('menuitem', { name: 'Embed Elsewhere' }).click()
  await expect(dialog(page, 'Embed Query').getByLabel('Public URL')).toHaveValue(/embed\/query/)
  await page.keyboard.press('Escape')
  await button(page, 'Share').click()
  await page.getByRole('menuitem', { name: 'Subscribe' }).click()
  const subscriptions = dialog(page, 'Subscriptions')
  await button(subscriptions, 'Subscribe').click()
  const row = subscriptions.getByRole('list', { name: 'Subscriptions' }).getByRole('listitem')
  await expect(row).toContainText('Every day at 08:00')
  await row.getByRole('button', { name: /^Change/ }).click()
  await subscriptions.getByRole('combobox', { name: 'Every' }).click()
  await page.getByRole('option', { name: '12 hours' }).click()
  await button(subscriptions, 'Save').click()
  await expect(row).toContainText('Every 12 hours')
  await row.getByRole('button', { name: /^End the subscription/ }).click()
  await expect(subscriptions.getByText('No one is subscribed yet.')).toBeVisible()
})
