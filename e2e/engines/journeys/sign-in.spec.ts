import { ADMIN } from '../../admin.ts'
import { role } from '../targets.ts'
import { expect, test } from '../test.ts'

test('signing in with the keyboard leads to the page that was asked for, with the lists of the app (OPEN-353)', async ({
  app,
  workshop,
  engineName,
}) => {
  const name = `Seen in ${engineName}`
  await workshop.makeQuery({ name })
  await app.engine.setCookies(app.url, [])
  await app.open('/queries')
  await app.expectAccessible()
  await app.fill(role('textbox', 'Email'), ADMIN.email)
  await app.engine.press('Tab')
  await app.engine.type(ADMIN.password)
  await app.engine.press('Enter')
  await app.find(role('heading', 'Queries'))
  expect(await app.evaluate(() => location.pathname)).toBe('/queries')
  await app.find(role('link', name))
  await app.expectAccessible()
})
