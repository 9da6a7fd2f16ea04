import type { Cookie } from '@playwright/test'

/** The engines besides Chromium whose browsers Debian has. */
export type EngineName = 'firefox' | 'webkit'

/** A position in the window, in CSS pixels. */
export interface Position {
  x: number
  y: number
}

/** The positions of a finger or pointer between two others, in steps as a hand makes them, the last one included. */
export function stepsTo(from: Position, to: Position): Position[] {
  const count = 8
  return Array.from({ length: count }, (_, index) => {
    const share = (index + 1) / count
    return { x: Math.round(from.x + (to.x - from.x) * share), y: Math.round(from.y + (to.y - from.y) * share) }
  })
}

/** A page of the product without scripts: one of the app would go to the sign-in page when it loses its cookies, and not to the next URL. */
export const quietPage = (url: string): string => new URL('/ping', url).href

/**
 * The part of a browser that the steps need. Firefox speaks WebDriver BiDi and WebKitGTK classic WebDriver; both get real events of a
 * pointer and keys. There is one window with one page.
 */
export interface Engine {
  /** Navigates and waits until the document is loaded. */
  open(url: string): Promise<void>
  /** Further evaluations take place in the first frame of the page, until a URL is opened. */
  enterFrame(): Promise<void>
  /** Evaluates an expression in the page. Its value, or what its promise becomes, is JSON. */
  evaluate(expression: string): Promise<unknown>
  /** Moves the pointer to a position in the window, in CSS pixels. */
  movePointer(x: number, y: number): Promise<void>
  pressPointer(): Promise<void>
  releasePointer(): Promise<void>
  /** Touches the window at a position with a finger, moves it to another one in steps, and lifts it. */
  moveFinger(from: Position, to: Position): Promise<void>
  /** Turns the wheel by CSS pixels, at a position in the window. */
  turnWheel(x: number, y: number, pixels: number): Promise<void>
  /** Types each character as a key. */
  type(text: string): Promise<void>
  /** Presses keys together, named as in `KeyboardEvent.key`, and releases them. */
  press(...keys: string[]): Promise<void>
  /** Replaces the cookies of the site. */
  setCookies(url: string, cookies: Cookie[]): Promise<void>
  /** Errors in the console and uncaught exceptions since the last call. */
  takeErrors(): Promise<string[]>
  /** A picture of the page as PNG. */
  screenshot(): Promise<Buffer>
  /** The folder of downloaded files. */
  downloads: string
  close(): Promise<void>
}
