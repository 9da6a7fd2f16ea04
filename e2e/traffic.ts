import { expect, type Page, type Route } from '@playwright/test'

/** Records the bodies of the page's requests to a URL from now on. */
export function watchRequests(page: Page, method: string, address: RegExp): unknown[] {
  const bodies: unknown[] = []
  page.on('request', (sent) => {
    if (sent.method() === method && address.test(sent.url())) bodies.push(sent.postDataJSON())
  })
  return bodies
}

/**
 * Records when the page requests a URL, by the page's clock. Call it after installing the clock and before opening the page.
 * @returns a function that advances the clock until `count` pauses have passed and returns the milliseconds between requests
 */
export async function watchPauses(page: Page, address: RegExp): Promise<(count: number) => Promise<number[]>> {
  await page.addInitScript((pattern) => {
    const times: number[] = []
    const call = window.fetch.bind(window)
    window.fetch = (input, init) => {
      const url = input instanceof Request ? input.url : String(input)
      if (new RegExp(pattern).test(url)) times.push(Date.now())
      return call(input, init)
    }
    Object.assign(window, { timesOfCalls: times })
  }, address.source)
  const timesOfCalls = () => page.evaluate(() => (window as unknown as { timesOfCalls: number[] }).timesOfCalls)
  return async (count) => {
    await expect(async () => {
      await page.clock.runFor(5_000)
      expect((await timesOfCalls()).length).toBeGreaterThan(count)
    }).toPass({ intervals: [100] })
    const times = await timesOfCalls()
    return times.slice(1).map((time, index) => time - (times[index] ?? 0))
  }
}

/** Changes the JSON body of a response before the page receives it. */
export async function alterAnswer(page: Page, address: string | RegExp, change: (body: Record<string, unknown>) => unknown) {
  await page.route(address, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: change(await response.json()) })
  })
}

/** Refuses requests of one method to a URL with status 400. @param body JSON body of the response */
export const refuse = (page: Page, address: string | RegExp, method: string, body: unknown = { message: 'Not today.' }) =>
  page.route(typeof address === 'string' ? `**${address}` : address, (route) =>
    route.request().method() === method ? route.fulfill({ status: 400, json: body }) : route.fallback(),
  )

/**
 * Holds the responses of a URL until they are released.
 * @param answer handles the held requests; by default they continue to the server
 * @returns a promise of the first request, and a function that releases all of them
 */
export async function holdAnswer(page: Page, address: string | RegExp, answer = (route: Route) => route.continue()) {
  const asked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    asked.resolve()
    await released.promise
    await answer(route)
  })
  return { isAsked: asked.promise, release: () => released.resolve() }
}
