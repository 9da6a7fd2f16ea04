import { type HelpTopic, helpTopics } from '../../app/help/help-topics.ts'

interface HelpText {
  topic: HelpTopic
  /** Markdown. */
  text: string
}

/** The topics with all words of a search; those with the words in their title come first. */
export function foundTopics(pages: readonly HelpText[], term: string): HelpTopic[] {
  const words = term.toLowerCase().split(/\s+/).filter(Boolean)
  const hasAll = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const found = pages.filter(({ topic, text }) => hasAll(`${helpTopics[topic]} ${text}`))
  const inTitle = found.filter(({ topic }) => hasAll(helpTopics[topic]))
  return [...inTitle, ...found.filter((page) => !inTitle.includes(page))].map(({ topic }) => topic)
}
