import type { Page } from '@playwright/test'
import { expectAccessible, setTheme } from '../page.ts'
import { cellAt, expect, test } from '../queries.ts'

const SALES = `SELECT DATE '2024-01-15' + (i * 7)::INTEGER AS day, ['north', 'south', 'O''Brien'][i % 3 + 1] AS region, i * 1.5 AS amount,
  TIMESTAMPTZ '2024-01-01 00:00:00+00' + INTERVAL (i) HOUR AS seen FROM range(60) t(i)`

test('shots', async ({ adminPage: page, workshop }) => {
  const query = await workshop.makeRunQuery({ name: 'Sales of the north and the south', query: SALES })
  await page.goto(`/queries/${query.id}/explore`)
  await expect(cellAt(page, 0, 1)).toHaveText('north')
  await page.screenshot({ path: '/tmp/explore-shots/1-rows.png' })
  await page.goto(
    `/queries/${query.id}/explore?by=month:day&by=each:region&show=count&show=sum:amount&where=is:${encodeURIComponent('["region","north","O\'Brien"]')}&where=min:${encodeURIComponent('["amount","6"]')}&where=min:${encodeURIComponent('["day","2024-02-01"]')}&limit=10`,
  )
  await expect(page.getByText(/groups of/)).toBeVisible()
  await page.screenshot({ path: '/tmp/explore-shots/2-groups.png' })
  await page.getByText('SQL', { exact: true }).click()
  await page.getByText('Chart', { exact: true }).click()
  await expect(page.locator('canvas, svg.chart').first()).toBeVisible()
  await page.screenshot({ path: '/tmp/explore-shots/3-chart.png' })
  await setTheme(page, 'dark')
  await page.screenshot({ path: '/tmp/explore-shots/4-dark.png' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.screenshot({ path: '/tmp/explore-shots/5-phone.png' })
  await page.goto(`/queries/${query.id}`)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(page.getByRole('button', { name: 'Explore' })).toBeVisible()
  await page.screenshot({ path: '/tmp/explore-shots/6-bar.png' })
  await expectAccessible(page)
})
