import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { Browser, BrowserContext, Page } from '@playwright/test'

/**
 * Makes journeys walk as on a slow machine, where a journey that reads a moment too early fails. `SIGHTLINE_E2E_SLOW` names what is
 * slow: `answers` (all that the server tells browsers), `page` (their processor), or both with a comma between them.
 */
const kinds = (process.env.SIGHTLINE_E2E_SLOW ?? '').split(',')

export const areAnswersSlow = kinds.includes('answers')
const isPageSlow = kinds.includes('page')

/** How many times as long as usual everything may take. */
export const SLOWER = areAnswersSlow || isPageSlow ? 4 : 1
/** How many times slower than it is the processor seems to pages. */
const PAGE_SLOWNESS = 4
/** Milliseconds, at most, that a call of the API takes on its way to the server, and its answer on the way back. */
const EACH_WAY = 400
/** The same for scripts and whatever else a page is made of. */
const EACH_WAY_OF_FILES = 40

/** Slows down all pages that a browser will open. */
export function slowDownPages(browser: Browser): void {
  if (isPageSlow) browser.on('context', (context) => context.on('page', (page) => slowDown(context, page)))
}

async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  try {
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: PAGE_SLOWNESS })
  } catch (error) {
    // A page that is gone before it is slowed down needs it no more.
    if (!page.isClosed()) throw error
  }
}

/**
 * A slow way to a product: browsers wait for both directions of each call, other clients do not.
 * @param port where it listens, on loopback
 * @param target port of the product, on loopback
 * @returns what closes it
 */
export async function openSlowWay(port: number, target: number): Promise<() => Promise<void>> {
  const server = createServer((call, answer) => void forward(call, answer, target))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeAllConnections()
    return closed
  }
}

async function forward(call: IncomingMessage, answer: ServerResponse, target: number): Promise<void> {
  const isOfBrowser = /^Mozilla/.test(call.headers['user-agent'] ?? '')
  const most = /^\/(api|login)\b/.test(call.url ?? '') ? EACH_WAY : EACH_WAY_OF_FILES
  const travel = () => new Promise((resolve) => setTimeout(resolve, isOfBrowser ? Math.random() * most : 0))
  const { method, url, headers } = call
  await travel()
  if (answer.destroyed) return
  const onward = request({ host: '127.0.0.1', port: target, method, path: url, headers })
  onward.on('response', async (reply) => {
    await travel()
    answer.writeHead(reply.statusCode ?? 502, reply.headers)
    reply.pipe(answer)
  })
  // The browser sees the end of a product, and the product that a browser has gone away.
  onward.on('error', () => answer.destroy())
  answer.on('close', () => onward.destroy())
  call.pipe(onward)
}
