import { expect, test } from '@playwright/test'
import { freePort } from '../../packages/server/src/testing/free-port.ts'
import { ADMIN } from '../admin.ts'
import { installationFor } from '../installations.ts'
import { watchConsole } from '../page.ts'
import { startProduct } from '../product.ts'

test('every link and request stays below the base path, also in the app that browsers install (SES-12, OPEN-382)', async ({
  page,
}) => {
  const port = await freePort()
  const root = `http://127.0.0.1:${port}/meridian`
  const product = await startProduct(
    { PORT: String(port), SIGHTLINE_BASE_URL: `${root}/` },
    { installation: installationFor({}) },
  )
  const errors = watchConsole(page)
  const outside: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith('http') && !request.url().startsWith(`${root}/`)) outside.push(request.url())
  })
  try {
    await page.goto(`${root}/queries`)
    await expect(page).toHaveURL(`${root}/login?next=${encodeURIComponent('/meridian/queries')}`)
    await page.getByLabel('Email').fill(ADMIN.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(ADMIN.password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${root}/queries`)
    await page.getByRole('link', { name: 'Flights per day' }).click()
    await expect(page).toHaveURL(new RegExp(`^${root}/queries/\\d+`))
    await page.getByRole('button', { name: /^Execute/ }).click()
    await expect(page.getByText('181 rows', { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByText('181 rows', { exact: true })).toBeVisible()
    const hrefs = await page.getByRole('link').evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
    expect(hrefs.filter((href) => !href.startsWith(`${root}/`) && href !== root && !href.startsWith('#'))).toEqual([])
    const config = await page.evaluate(async (url) => (await fetch(`${url}/api/session`)).json(), root)
    expect(config.client_config.basePath).toBe(`${root}/`)
    const client = await page.context().newCDPSession(page)
    const { url, errors: problems, manifest } = await client.send('Page.getAppManifest')
    expect([url, problems]).toEqual([`${root}/app.webmanifest`, []])
    expect(manifest).toMatchObject({ startUrl: `${root}/`, scope: `${root}/` })
    expect(outside).toEqual([])
    expect(errors).toEqual([])
  } finally {
    await product.stop()
  }
})
