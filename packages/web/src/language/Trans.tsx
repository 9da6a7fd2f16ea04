import type { Messages } from '@lingui/core'
import { cloneElement, createElement, Fragment, type ReactElement, type ReactNode } from 'react'
import { i18n } from './i18n.ts'

/** The props that the macro `Trans` makes of its children. */
interface TransProps {
  id: string
  /** The English text. The build has compiled it if it has placeholders. */
  message?: Messages[string]
  values?: Record<string, unknown>
  /** The elements, by their names in the text: `<0>…</0>` or `<0/>`. */
  components?: Record<string, ReactElement>
}

/** A text with elements inside, in the language of the page. It needs no context, because another language is another page. */
export function Trans({ id, message, values = {}, components = {} }: TransProps): ReactNode {
  const inText: Record<string, unknown> = {}
  const elements = { ...components }
  for (const [name, value] of Object.entries(values)) {
    // Whatever could be taken for a tag stands outside of the text, so that names like `<b>x</b>` are shown as they are.
    const isPlain = typeof value === 'number' || (typeof value === 'string' && !value.includes('<'))
    inText[name] = isPlain ? value : `<${name}$/>`
    if (!isPlain) elements[`${name}$`] = createElement(Fragment, null, value as ReactNode)
  }
  // The type of the option does not know compiled messages, which the function takes.
  return withElements(i18n._(id, inText, { message: message as string }), elements)
}

const TAG = /<([\w$]+)>([\s\S]*?)<\/\1>|<([\w$]+)\/>/

/** Puts elements into a text at their tags. A tag without an element leaves its content. */
function withElements(text: string, elements: Record<string, ReactElement>): ReactNode {
  const found = TAG.exec(text)
  if (found === null) return text
  const [tag, pair, content = '', single = ''] = found
  const element = elements[pair ?? single] ?? createElement(Fragment)
  return createElement(
    Fragment,
    null,
    text.slice(0, found.index),
    pair === undefined ? element : cloneElement(element, {}, withElements(content, elements)),
    withElements(text.slice(found.index + tag.length), elements),
  )
}
