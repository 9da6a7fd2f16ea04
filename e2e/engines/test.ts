import { type APIRequestContext, test as base, expect } from '@playwright/test'
import { type AdminCall, callerOf, signedIn } from '../page.ts'
import { openWorkshop, type Workshop } from '../queries.ts'
import { App } from './app.ts'
import type { Engine, EngineName } from './engine.ts'
import { startFirefox } from './firefox.ts'
import { productUrl } from './product.ts'
import { startWebkit } from './webkit.ts'

interface OfEngine {
  engineName: EngineName
  engine: Engine
  adminRequest: APIRequestContext
  adminCall: AdminCall
  workshop: Workshop
}

interface OfTest {
  /** The page of the engine, signed in as the admin; errors in its console fail the test. */
  app: App
}

const starts: Record<EngineName, () => Promise<Engine>> = { firefox: startFirefox, webkit: startWebkit }

/** `test` for journeys in engines besides Chromium, whose projects share one product and have one browser each. */
export const test = base.extend<OfTest, OfEngine>({
  engineName: ['firefox', { scope: 'worker', option: true }],
  engine: [
    async ({ engineName }, use) => {
      const engine = await starts[engineName]()
      await use(engine)
      await engine.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  adminRequest: [
    async ({ playwright }, use) => {
      const request = await signedIn(playwright.request, { url: productUrl() })
      await use(request)
      await request.dispose()
    },
    { scope: 'worker' },
  ],
  adminCall: [async ({ adminRequest }, use) => use(callerOf(adminRequest)), { scope: 'worker' }],
  workshop: [async ({ adminCall }, use) => use(await openWorkshop(adminCall)), { scope: 'worker' }],
  app: async ({ engine, adminRequest }, use, info) => {
    await engine.setCookies(productUrl(), (await adminRequest.storageState()).cookies)
    await use(new App(engine, productUrl()))
    if (info.status !== info.expectedStatus) {
      await info.attach('screen', { body: await engine.screenshot(), contentType: 'image/png' })
    }
    expect(await engine.takeErrors(), 'errors in the console').toEqual([])
  },
})
export { expect }
