import type { Page, Route } from '@playwright/test'

/** Requests of the page to an address, from now on. */
export function watchRequests(page: Page, method: string, address: RegExp): unknown[] {
  const bodies: unknown[] = []
  page.on('request', (sent) => {
    if (sent.method() === method && address.test(sent.url())) bodies.push(sent.postDataJSON())
  })
  return bodies
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
