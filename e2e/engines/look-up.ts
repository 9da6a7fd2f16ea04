import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type * as testingLibrary from '@testing-library/dom'

/**
 * An element by its role and accessible name, or by a CSS selector and a part of its text. Without `inside` it may be anywhere in
 * the page.
 */
export type Target = ({ role: string; name?: string | RegExp } | { css: string; text?: string }) & { inside?: Target }

/** An element's place in the window, in CSS pixels, and its text. */
export interface Found {
  x: number
  y: number
  width: number
  height: number
  text: string
  /** Whether a click on its middle reaches it. */
  isReachable: boolean
}

/** A target as JSON, which has no regular expressions. */
export interface PlainTarget {
  role?: string
  name?: string | { source: string; flags: string }
  css?: string
  text?: string
  inside?: PlainTarget
}

export function plain({ inside, ...own }: Target): PlainTarget {
  const within = inside === undefined ? {} : { inside: plain(inside) }
  if ('css' in own) return { ...own, ...within }
  const { role, name } = own
  return { role, name: name instanceof RegExp ? { source: name.source, flags: name.flags } : name, ...within }
}

/** The script that finds elements by role and name, as assistive technology does. */
export const ROLES = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
)

declare global {
  interface Window {
    /** Present once `ROLES` is loaded. */
    TestingLibraryDom?: typeof testingLibrary
  }
}

/**
 * Runs in the page: scrolls the one element of a target into view.
 * @returns a sentence if there is not exactly one, and null if `ROLES` is not loaded
 */
export function lookUp(target: PlainTarget): Found | string | null {
  const library = window.TestingLibraryDom
  if (library === undefined || document.body === null) return null
  const byRole = (within: HTMLElement, { role = '', name }: PlainTarget) =>
    library.queryAllByRole(within, role, {
      ...(name !== undefined && { name: typeof name === 'string' ? name : new RegExp(name.source, name.flags) }),
    })
  const byCss = (within: HTMLElement, css: string, text = '') =>
    [...within.querySelectorAll<HTMLElement>(css)].filter((element) => element.innerText.includes(text))
  const all = (one: PlainTarget | undefined): HTMLElement[] =>
    one === undefined
      ? [document.body]
      : all(one.inside).flatMap((within) => (one.css === undefined ? byRole(within, one) : byCss(within, one.css, one.text)))

  const found = all(target)
  const [element] = found
  if (element === undefined || found.length > 1) return `There are ${found.length} such elements.`
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  const { x, y, width, height } = element.getBoundingClientRect()
  const hit = document.elementFromPoint(x + width / 2, y + height / 2)
  return {
    x,
    y,
    width,
    height,
    text: element.innerText,
    isReachable: hit !== null && (element.contains(hit) || hit.contains(element)),
  }
}
