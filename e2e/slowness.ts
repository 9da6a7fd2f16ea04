import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { Browser, Page } from '@playwright/test'
import { onEachPage } from './pages.ts'

/**
 * Simulates a slow machine to expose journeys that check too early. `SIGHTLINE_E2E_SLOW` is a comma-separated list of `answers`
 * (delays responses to browsers) and `page` (throttles the browser's CPU).
 */
const kinds = (process.env.SIGHTLINE_E2E_SLOW ?? '').split(',')

export const areAnswersSlow = kinds.includes('answers')
const isPageSlow = kinds.includes('page')

/** Factor for all timeouts. */
export const SLOWER = areAnswersSlow || isPageSlow ? 4 : 1
/** CPU throttling factor of pages. */
const PAGE_SLOWNESS = 4
/** Maximum delay of an API request, and again of its response, in milliseconds. */
const EACH_WAY = 400
/** The same for scripts and other static files, in milliseconds. */
const EACH_WAY_OF_FILES = 40

/** Slows down all pages that the browser opens from now on. */
export function slowDownPages(browser: Browser): void {
  if (isPageSlow) onEachPage(browser, (page) => void slowDown(page))
}

async function slowDown(page: Page): Promise<void> {
  try {
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: PAGE_SLOWNESS })
  } catch (error) {
    // The page may close before it is slowed down.
    if (!page.isClosed()) throw error
  }
}

/**
 * Starts a proxy that delays both directions of each request by a browser, but not by other clients.
 * @param port the proxy's port, on loopback
 * @param target the server's port, on loopback
 * @returns a function that closes the proxy
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
  // Pass disconnects on in both directions.
  onward.on('error', () => answer.destroy())
  answer.on('close', () => onward.destroy())
  call.pipe(onward)
}
