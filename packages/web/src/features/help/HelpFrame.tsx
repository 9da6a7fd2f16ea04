import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type HelpTopic, helpTopics } from '../../app/help/help-topics.ts'
import { Mark } from '../../app/shell/Logo.tsx'
import styles from './HelpFrame.module.css'
import { loadPage } from './pages.ts'

const topics = Object.keys(helpTopics) as HelpTopic[]

/** The frame of a help page in a window of its own: a header, the contents, and a search through all pages. */
export function HelpFrame({ topic, children }: { topic: HelpTopic; children: ReactNode }) {
  const [term, setTerm] = useState('')
  const isSearching = term.trim() !== ''
  const texts = useQuery({
    queryKey: ['help', 'all'],
    queryFn: () => Promise.all(topics.map(async (one) => ({ topic: one, text: await loadPage(one) }))),
    enabled: isSearching,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const shown = isSearching ? foundTopics(texts.data ?? topics.map((one) => ({ topic: one, text: '' })), term) : topics
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Link to="/" className={styles.brand} aria-label={t`Sightline, home`}>
          <Mark size={22} />
          <span>
            <Trans>Sightline</Trans>
          </span>
        </Link>
        <Link to="/help/$topic" params={{ topic: 'home' }} className={styles.title}>
          <Trans>Help</Trans>
        </Link>
      </header>
      <div className={styles.columns}>
        <nav className={styles.contents} aria-label={t`Contents`}>
          <TextInput
            type="search"
            placeholder={t`Search the help`}
            aria-label={t`Search the help`}
            leftSection={<IconSearch size={14} stroke={1.75} />}
            value={term}
            onChange={(event) => setTerm(event.currentTarget.value)}
          />
          <ul>
            {shown.map((one) => (
              <li key={one}>
                <Link to="/help/$topic" params={{ topic: one }} aria-current={one === topic ? 'page' : undefined}>
                  {helpTopics[one]}
                </Link>
              </li>
            ))}
          </ul>
          {isSearching && !texts.isFetching && shown.length === 0 && (
            <p role="status">
              <Trans>No page matches your search.</Trans>
            </p>
          )}
        </nav>
        {children}
      </div>
    </div>
  )
}

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
