import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Drawer, Loader, Tooltip } from '@mantine/core'
import { IconAlertCircle, IconExternalLink } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { pathTo } from '../../api/url.ts'
import { type HelpTopic, helpTopics } from '../../app/help/help-topics.ts'
import { useClientConfig } from '../../app/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { CLOSED, createDrawer, type DrawerState, pageInMessage, topicUrl } from './drawer.ts'
import styles from './HelpDrawer.module.css'

const WIDTH = 400

/** The help drawer beside the page. @param request the topic to show; a new object for each request */
export function HelpDrawer({ request }: { request: { topic: HelpTopic } }) {
  const [state, setState] = useState<DrawerState>(CLOSED)
  const [drawer] = useState(() => createDrawer(setState))
  useEffect(() => drawer.open(request.topic), [drawer, request])
  useEffect(() => () => drawer.close(), [drawer])
  return (
    <Drawer.Root opened={state.status !== 'closed'} onClose={drawer.close} position="right" size={WIDTH} padding={0}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={t`Help`}>
        <Drawer.Body className={styles.body}>
          {state.status !== 'closed' && (
            <Documentation key={state.topic} state={state} onLoaded={drawer.loaded} onClose={drawer.close} />
          )}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

interface DocumentationProps {
  state: Exclude<DrawerState, { status: 'closed' }>
  onLoaded(): void
  onClose(): void
}

function Documentation({ state, onLoaded, onClose }: DocumentationProps) {
  const { helpUrl } = useClientConfig()
  const address = new URL(topicUrl(state.topic, helpUrl, pathTo('/help/')), location.href).href
  // The documentation reports its URL after navigation inside the frame.
  const [page, setPage] = useState(address)
  useEffect(() => {
    const listen = (event: MessageEvent) => {
      const url = pageInMessage(event, address)
      if (url !== null) setPage(url)
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [address])
  return (
    <>
      <div className={styles.head}>
        <h2>{helpTopics[state.topic]}</h2>
        <Tooltip label={t`Open in a new window`}>
          <ActionIcon component="a" href={page} target="_blank" rel="noopener" aria-label={t`Open in a new window`}>
            <IconExternalLink size={16} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
        <Drawer.CloseButton aria-label={t`Close`} onClick={onClose} data-autofocus />
      </div>
      {state.status === 'error' ? (
        <div role="alert">
          <EmptyState
            icon={<IconAlertCircle size={20} stroke={1.75} />}
            title={t`Something went wrong.`}
            help={
              <a href={page} target="_blank" rel="noopener" className={styles.link}>
                <Trans>Open the page in a new window</Trans>
              </a>
            }
          />
        </div>
      ) : (
        <div className={styles.page}>
          {state.status === 'loading' && (
            <div className={styles.loading} role="status" aria-label={t`Loading...`}>
              <Loader size={20} />
            </div>
          )}
          <iframe src={address} title={helpTopics[state.topic]} className={styles.frame} onLoad={onLoaded} />
        </div>
      )}
    </>
  )
}
