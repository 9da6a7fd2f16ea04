import { memoized } from '@sightline/domain/memoized.ts'
import { escaped } from '../documents/html/escape.ts'
import { blocksHtml } from '../documents/html/markdown.ts'
import { blocksOf } from '../documents/markdown.ts'

/** A widget at the top of a dashboard, in one column. */
export interface FirstCard {
  /** The title in its head; null without a head. */
  title: string | null
  /** The Markdown of a textbox; null for other widgets. */
  text: string | null
  /** Pixels. */
  height: number
}

/** The texts of a page that need no script. */
export interface FirstTexts {
  kind: 'query' | 'dashboard' | 'public'
  /** Of the query or the dashboard; null if the header shows it. */
  name: string | null
  /** The text of a query; null if the page does not begin with it. */
  code: string | null
  cards: readonly FirstCard[]
}

/** Characters of a text: more than a screen shows. */
const MOST_CHARACTERS = 2000

/**
 * Makes the texts that a phone shows below the header until the web app has drawn the page, at about the place of the final ones
 * (`web/src/app/theme/first-texts.css`): its scripts take seconds to arrive.
 */
export function firstTextsHtml({ kind, name, code, cards }: FirstTexts): string {
  const heading = name === null ? '' : `<h1 dir="auto">${escaped(name)}</h1>`
  const source = code === null ? '' : `<pre dir="ltr">${escaped(code.slice(0, MOST_CHARACTERS))}</pre>`
  return `<div id="first-texts" data-kind="${kind}">${heading}${source}${cards.map(cardHtml).join('')}</div>`
}

/** Textboxes are read when they are first shown, and not with every request. */
const MOST_TEXTS = 200
const htmlOf = memoized((markdown: string) => blocksHtml(blocksOf(markdown), 2), MOST_TEXTS)

function cardHtml({ title, text, height }: FirstCard): string {
  const head = title === null ? '' : `<b dir="auto">${escaped(title)}</b>`
  const content = text === null ? '' : `<div dir="auto">${htmlOf(text.slice(0, MOST_CHARACTERS))}</div>`
  return `<section style="min-height: ${height}px">${head}${content}</section>`
}
