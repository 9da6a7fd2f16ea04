import { join } from 'node:path'
import type { Browser, CDPSession, Page } from '@playwright/test'
import { build } from 'vite'

/** Milliseconds between two frames of the screen. */
const FRAME = 1000 / 60
/** The text that is typed repeatedly: lines of the length that queries have. */
const LINE = 'select region, product, amount from sales where year > 2024\n'
/** Milliseconds in which a list of suggestions opens: the editor waits for a rest of the keys first. */
const SUGGESTING = 200

/** Milliseconds per key. */
interface Typed {
  /**
   * What the page did: the time that its thread had a processor for, in the tasks from the one with the key to the end of the one
   * that draws the frame with it. Waiting for a processor that somebody else has is no work of the page.
   */
  work: number[]
  /** From when the browser has the key until the frame with it is painted, but for the wait for that frame. */
  painted: number[]
  /** The longest task until the next key, the one with the key included. */
  longest: number[]
}

/**
 * Types into the editor of a page, in the middle of what is to be seen of its text.
 * @param suggests whether each letter also asks for suggestions, and waits for them
 */
export async function typing(page: Page, { keys, suggests }: { keys: number; suggests: boolean }): Promise<Typed> {
  await page.locator('.cm-content').click()
  const session = await page.context().newCDPSession(page)
  const letters = await watchLetters(page, session)
  const stopTracing = await traced(session)
  const painted: number[] = []
  for (let key = 0; key < keys; key++) {
    const next = letters.next()
    const letter = LINE[key % LINE.length] ?? 'x'
    await page.keyboard.press(letter === '\n' ? 'Enter' : letter)
    painted.push(await next)
    if (!suggests) continue
    await page.keyboard.press('Control+Space')
    await new Promise((resolve) => setTimeout(resolve, SUGGESTING))
  }
  const events = await stopTracing()
  await letters.stop()
  await session.detach()
  return { ...tasksOf(events), painted }
}

/** The room that an editor has on its page, in pixels: it decides how much is drawn, and when a long line begins to move. */
export interface Room {
  width: number
  height: number
}

export async function roomOf(page: Page): Promise<Room> {
  const room = await page.locator('.cm-editor').boundingBox()
  if (room === null) throw new Error('There is no editor.')
  return room
}

/** A page with nothing on it but an editor, of the same library, with the same text and in the same room. */
export async function bareEditor(browser: Browser, text: string, { width, height }: Room): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.setContent(`<!doctype html><main style="width: ${width}px; height: ${height}px"></main>`)
  await page.evaluate((given) => Object.assign(globalThis, { given }), text)
  await page.addScriptTag({ content: await bundled(join(import.meta.dirname, 'bare-editor.ts')) })
  return page
}

/** A program for the browser, in one piece. */
async function bundled(entry: string): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'bare' } },
  })
  const [first] = Array.isArray(made) ? made : [made]
  const chunk = first && 'output' in first ? first.output[0] : undefined
  if (chunk === undefined) throw new Error('The bare editor was not built.')
  return chunk.code
}

/** An event of Chromium's trace; times in microseconds, `tdur` those in which its thread had a processor. */
interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
  args?: { data?: { type?: string } }
}

/** Begins to trace what the page does. @returns ends it and answers the events */
async function traced(session: CDPSession): Promise<() => Promise<TraceEvent[]>> {
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]))
  })
  const includedCategories = ['toplevel', 'devtools.timeline']
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } })
  return async () => {
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
    await session.send('Tracing.end')
    await complete
    return events
  }
}

/** Milliseconds of the page's main thread per key. */
function tasksOf(events: readonly TraceEvent[]): Pick<Typed, 'work' | 'longest'> {
  const byTime = events.filter(({ ph }) => ph === 'X').toSorted((one, other) => one.ts - other.ts || lasts(other) - lasts(one))
  const keys = byTime.filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'keydown')
  const own = byTime.filter(({ pid, tid }) => pid === keys[0]?.pid && tid === keys[0]?.tid)
  const tasks = outermost(own)
  // A frame is handed on to the browser's other threads.
  const frames = own.filter(({ name }) => name === 'Commit')
  const work: number[] = []
  const longest: number[] = []
  for (const [at, key] of keys.entries()) {
    const until = keys[at + 1]?.ts ?? Number.POSITIVE_INFINITY
    const frame = frames.find(({ ts }) => ts > key.ts)
    const mine = tasks.filter(({ ts, dur = 0 }) => ts + dur >= key.ts && ts < until)
    work.push(sum(mine.filter(({ ts }) => frame === undefined || ts <= frame.ts).map(works)))
    longest.push(Math.max(...mine.map(lasts)))
  }
  return { work, longest }
}

/**
 * What a thread did, each with all that is in it. What waits for the end of a task is done after it and is no part of it in the
 * trace: an editor that reads the page there would seem to do nothing.
 * @param events in the order in which they began
 */
function outermost(events: readonly TraceEvent[]): TraceEvent[] {
  let end = Number.NEGATIVE_INFINITY
  return events.filter(({ ts, dur = 0 }) => {
    if (ts < end) return false
    end = ts + dur
    return true
  })
}

const lasts = ({ dur = 0 }: TraceEvent) => dur / 1000
const works = ({ tdur = 0 }: TraceEvent) => tdur / 1000
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** The letters that come to a page. */
interface Letters {
  /** Milliseconds that the next letter takes until it is painted. To be asked before it is typed. */
  next(): Promise<number>
  stop(): Promise<void>
}

/** The page calls out once a letter is painted: to be asked for it by a call into the page would be work of the page for the key. */
async function watchLetters(page: Page, session: CDPSession): Promise<Letters> {
  await session.send('Runtime.enable')
  await session.send('Runtime.addBinding', { name: 'letterPainted' })
  await page.evaluate(callOnLetters, FRAME)
  return {
    next: () => new Promise((resolve) => session.once('Runtime.bindingCalled', ({ payload }) => resolve(Number(payload)))),
    stop: () => page.evaluate(() => (globalThis as unknown as Watched).watching.abort()),
  }
}

interface Watched {
  watching: AbortController
  letterPainted(milliseconds: string): void
}

/**
 * In the page: calls out after each letter. Waiting for the next frame of the screen is no work of the page; what it is late by
 * then counts.
 */
const callOnLetters = (frameTime: number) => {
  const watching = new AbortController()
  const watched = Object.assign(globalThis as unknown as Watched, { watching })
  const listening = { capture: true, signal: watching.signal }
  const { port1, port2 } = new MessageChannel()
  let handled = Number.POSITIVE_INFINITY
  port1.onmessage = () => {
    handled = performance.now()
  }
  // Nobody may listen to `input`: the editor would read the page before the browser has put the cursor where it belongs.
  document.addEventListener('keypress', () => port2.postMessage(null), listening)
  document.addEventListener(
    'keydown',
    ({ key, ctrlKey, timeStamp }) => {
      if (ctrlKey) return
      handled = Number.POSITIVE_INFINITY
      // All that an editor does with it is done here, and no letter follows.
      if (key === 'Enter') port2.postMessage(null)
      requestAnimationFrame(() => {
        const wait = Math.min(frameTime, Math.max(0, performance.now() - handled))
        setTimeout(() => watched.letterPainted(String(performance.now() - timeStamp - wait)), 0)
      })
    },
    listening,
  )
}
