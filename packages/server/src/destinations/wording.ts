import type { Notification, Report } from './destination.ts'

/** What has happened, in a sentence about the alert. @param name of the alert, as the service wants names */
export function changeInWords({ alert }: Pick<Notification, 'alert'>, name = alert.name): string {
  switch (alert.state) {
    case 'triggered':
      return `${name} just triggered`
    case 'ok':
      return `${name} went back to normal`
    case 'unknown':
      return `${name} cannot tell its state: check the query and the alert`
  }
}

/** A report for services that read Markdown: its name with its link, and the numbers as they stand. */
export function reportInMarkdown({ object, link, text }: Report, characters: number): string {
  const title = `**[${object.name.replace(/[[\]\\*_`]/g, '\\$&')}](${link})**`
  const room = characters - title.length - '\n```\n\n```'.length
  return `${title}\n\`\`\`\n${cut(text.replaceAll('`', "'"), Math.max(room, 1))}\n\`\`\``
}

/** A text of at most so many characters, as services refuse longer ones; what is left out leaves a mark. */
export function cut(text: string, characters: number): string {
  return text.length <= characters ? text : `${text.slice(0, characters - 1)}…`
}

/** Fills `{name}` with the value of that name; other braces stay as they are. */
export function filled(template: string, values: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (tag: string, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : tag,
  )
}

/** The parts of a text with commas between them, without blank ones. */
export const listed = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
