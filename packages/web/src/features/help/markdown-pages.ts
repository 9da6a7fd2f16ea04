/**
 * A section of a page as a page of its own.
 * @param heading of the second level
 * @returns null when there is no such section
 */
export function sectionOf(markdown: string, heading: string): string | null {
  const lines = markdown.split('\n')
  const start = lines.indexOf(`## ${heading}`)
  if (start < 0) return null
  const next = lines.findIndex((line, at) => at > start && line.startsWith('## '))
  const body = lines.slice(start + 1, next < 0 ? undefined : next)
  return [`# ${heading}`, ...body].join('\n').trimEnd()
}

/**
 * Leads links between the pages of the guide to the pages of the help.
 * @param topicOf the page of the help that shows a file of the guide; null where none does, which leaves the words alone
 */
export function withHelpLinks(markdown: string, topicOf: (file: string) => string | null): string {
  return markdown.replace(/\[([^\]]+)\]\(([\w./-]+)\.md(?:#[\w-]*)?\)/g, (_, words: string, path: string) => {
    const topic = path.includes('/') ? null : topicOf(path)
    return topic === null ? words : `[${words}](help/${topic})`
  })
}

/** The page of the help that a link in one leads to; null for links to anywhere else. */
export const topicInLink = (href: string): string | null => /^help\/([a-z0-9-]+)$/.exec(href)?.[1] ?? null
