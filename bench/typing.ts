import { join } from 'node:path'
import type { Browser, CDPSession, Page } from '@playwright/test'
import { build } from 'vite'

/** Milliseconds per frame of the screen. */
const FRAME = 1000 / 60
/** The text that is typed repeatedly, with lines as long as those of real queries. */
const LINE = 'select region, product, amount from sales where year > 2024\n'
/** Milliseconds until suggestions open; the editor first waits for a pause in typing. */
const SUGGESTING = 200

/** Milliseconds per key press. */
interface Typed {
  /**
   * CPU time of the page's main thread, from the task with the key to the end of the task that draws its frame. Waiting for a
   * busy CPU does not count.
   */
  work: number[]
  /** From the key event until its frame is painted, without the wait for the next frame. */
  painted: number[]
  /** The longest task from the one with the key until the next key. */
  longest: number[]
}

/**
 * Types into the editor of a page, in the middle of its visible text.
 * @param suggests whether to request suggestions after each letter and wait for them
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

/** Size of an editor in pixels. It determines how much is drawn and when a long line scrolls. */
export interface Room {
  width: number
  height: number
}

export async function roomOf(page: Page): Promise<Room> {
  const room = await page.locator('.cm-editor').boundingBox()
  if (room === null) throw new Error('There is no editor.')
  return room
}

/** Opens a page with only a CodeMirror editor of the same size and text. */
export async function bareEditor(browser: Browser, text: string, { width, height }: Room): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.setContent(`<!doctype html><main style="width: ${width}px; height: ${height}px"></main>`)
  await page.evaluate((given) => Object.assign(globalThis, { given }), text)
  await page.addScriptTag({ content: await bundled(join(import.meta.dirname, 'bare-editor.ts')) })
  return page
}

/** Bundles a program for the browser into one script. */
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

/** An event of Chromium's trace. Times are in microseconds; `tdur` is the CPU time of its thread. */
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

/** Starts a trace of the page. @returns a function that stops it and returns the events */
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

/** Milliseconds of the page's main thread per key press. */
function tasksOf(events: readonly TraceEvent[]): Pick<Typed, 'work' | 'longest'> {
  const byTime = events.filter(({ ph }) => ph === 'X').toSorted((one, other) => one.ts - other.ts || lasts(other) - lasts(one))
  const keys = byTime.filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'keydown')
  const own = byTime.filter(({ pid, tid }) => pid === keys[0]?.pid && tid === keys[0]?.tid)
  const tasks = outermost(own)
  // `Commit` passes a frame on to the compositor thread.
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
 * Returns the outermost events of a thread, which contain all others. Microtasks lie outside the event that queued them, so
 * inner events would miss the work of an editor that reads layout in a microtask.
 * @param events sorted by start time
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

/** Watches the letters typed into a page. */
interface Letters {
  /** Milliseconds until the next letter is painted. Call it before typing the letter. */
  next(): Promise<number>
  stop(): Promise<void>
}

/** The page reports each painted letter through a binding, because polling it would add to the work measured. */
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
 * Runs in the page: reports each letter. The wait for the next frame is subtracted, up to one frame; any further delay counts.
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
  // A listener for `input` would make the editor read the page before the browser has placed the cursor.
  document.addEventListener('keypress', () => port2.postMessage(null), listening)
  document.addEventListener(
    'keydown',
    ({ key, ctrlKey, timeStamp }) => {
      if (ctrlKey) return
      handled = Number.POSITIVE_INFINITY
      // Editors handle Enter in `keydown`, and no `keypress` follows.
      if (key === 'Enter') port2.postMessage(null)
      requestAnimationFrame(() => {
        const wait = Math.min(frameTime, Math.max(0, performance.now() - handled))
        setTimeout(() => watched.letterPainted(String(performance.now() - timeStamp - wait)), 0)
      })
    },
    listening,
  )
}
