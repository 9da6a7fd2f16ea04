import { expect, type Page, type Route } from '@playwright/test'

/** Requests of the page to an address, from now on. */
export function watchRequests(page: Page, method: string, address: RegExp): unknown[] {
  const bodies: unknown[] = []
  page.on('request', (sent) => {
    if (sent.method() === method && address.test(sent.url())) bodies.push(sent.postDataJSON())
  })
  return bodies
}

/**
 * Notes when the page calls an address, by the clock of the page. To be begun before the page is opened, after its clock is installed.
 * @returns what lets the time of the page pass until there were so many pauses, and tells them: milliseconds from call to call
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

/** Has the page see an answer of the API as if it was changed in some of its fields. */
export async function alterAnswer(page: Page, address: string | RegExp, change: (body: Record<string, unknown>) => unknown) {
  await page.route(address, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: change(await response.json()) })
  })
}

/** Has the page see calls of one kind refused. @param body what the refusal says */
export const refuse = (page: Page, address: string | RegExp, method: string, body: unknown = { message: 'Not today.' }) =>
  page.route(typeof address === 'string' ? `**${address}` : address, (route) =>
    route.request().method() === method ? route.fulfill({ status: 400, json: body }) : route.fallback(),
  )

/**
 * Holds the answers of an address back until they are released.
 * @param answer how they are answered then; as usual when left out
 * @returns a promise that the first one was asked for, and what lets them go
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
