import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, type MouseEvent, Suspense, useEffect } from 'react'
import { ApiError } from '../../api/error.ts'
import { type HelpTopic, helpTopics, isHelpTopic } from '../../app/help/help-topics.ts'
import { PageError } from '../../app/PageError.tsx'
import { usePageTitle } from '../../app/page-hooks.ts'
import { Markdown } from '../../ui/Markdown.tsx'
import type { PageMessage } from './drawer.ts'
import styles from './HelpPage.module.css'
import { loadPage, topicInLink } from './pages.ts'

// Loaded on demand, because the help drawer shows pages without it.
const HelpFrame = lazy(async () => ({ default: (await import('./HelpFrame.tsx')).HelpFrame }))

const route = getRouteApi('/help/$topic')

/** A page of the bundled documentation, in a window of its own or in the help drawer. */
export function HelpPage() {
  const { topic } = route.useParams()
  return isHelpTopic(topic) ? <Topic topic={topic} /> : <PageError error={new ApiError(404, 'not_found', '', null)} />
}

function Topic({ topic }: { topic: HelpTopic }) {
  const navigate = useNavigate()
  const page = useQuery({
    queryKey: ['help', topic],
    queryFn: () => loadPage(topic),
    staleTime: Number.POSITIVE_INFINITY,
  })
  usePageTitle(helpTopics[topic])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page reports its URL
  useEffect(() => {
    window.scrollTo(0, 0)
    const message: PageMessage = { type: 'iframe_url', message: location.href }
    if (window.parent !== window) window.parent.postMessage(message, location.origin)
  }, [topic])

  /** Links between help pages stay in the frame; all others open a new window. */
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const next = topicInLink(link?.getAttribute('href') ?? '')
    if (next === null || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void navigate({ to: '/help/$topic', params: { topic: next } })
  }
  if (page.error) return <PageError error={page.error} onRetry={() => void page.refetch()} />
  const isFramed = window.parent !== window
  const content = (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links inside handle keys and fire clicks
    <main className={styles.root} onClick={follow}>
      {topic !== 'home' && isFramed && (
        <a href="help/home" className={styles.back}>
          <Trans>All topics</Trans>
        </a>
      )}
      {page.data === undefined ? (
        <p role="status">
          <Trans>Loading...</Trans>
        </p>
      ) : (
        <Markdown text={page.data} lines="wrapped" />
      )}
    </main>
  )
  if (isFramed) return content
  return (
    <Suspense fallback={null}>
      <HelpFrame topic={topic}>{content}</HelpFrame>
    </Suspense>
  )
}
