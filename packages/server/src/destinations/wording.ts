import { i18n } from '@sightline/domain/language/i18n.ts'
import { shortened } from '@sightline/domain/shortened.ts'
import type { Notification, Report } from './destination.ts'

/** One sentence about the alert's new state. @param name the alert's name in the format of the service */
export function stateChangeText({ alert }: Pick<Notification, 'alert'>, name = alert.name): string {
  switch (alert.state) {
    case 'triggered':
      return i18n._('{name} just triggered', { name })
    case 'ok':
      return i18n._('{name} went back to normal', { name })
    case 'unknown':
      return i18n._('{name} has an unknown state: check the query and the alert', { name })
  }
}

/** A report in Markdown: its linked title, and the numbers as a code block. */
export function reportMarkdown({ object, link, text }: Report, characters: number): string {
  const title = `**[${object.name.replace(/[[\]\\*_`]/g, '\\$&')}](${link})**`
  const room = characters - title.length - '\n```\n\n```'.length
  return `${title}\n\`\`\`\n${shortened(text.replaceAll('`', "'"), Math.max(room, 1))}\n\`\`\``
}

/** Replaces `{name}` with the value of that name; other braces stay as they are. */
export function fillTemplate(template: string, values: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (tag: string, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : tag,
  )
}

/** Splits a comma-separated list, without blank entries. */
export const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
