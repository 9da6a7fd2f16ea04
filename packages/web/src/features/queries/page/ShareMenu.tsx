import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import type { Query } from '@sightline/contract/queries.ts'
import { IconBellPlus, IconCode, IconLink, IconMailForward, IconShare } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { lazy, useMemo, useState } from 'react'
import { pathTo } from '../../../api/url.ts'
import { LazyDialog } from '../../../app/LazyDialog.tsx'
import { notify } from '../../../app/notify.ts'
import { queryUrl } from '../../../app/query-link.ts'
import { copyText } from '../../../ui/CopyButton.tsx'
import { LinkMenuItem } from '../../../ui/LinkButton.tsx'
import { copiedMessage, ImageSubmenu } from '../../../visualizations/ImageItems.tsx'
import type { VisualizationTools } from '../../../visualizations/visualization.ts'
import { useSubscriptions } from '../../subscriptions/api.ts'
import { EmbedDialog } from './EmbedDialog.tsx'
import styles from './QueryHead.module.css'
import type { QueryModel } from './use-query-model.ts'
import { selectedTab, tabsOf } from './visualization-tabs.ts'

const SubscriptionsDialog = lazy(async () => ({
  default: (await import('../../../ui/subscriptions/SubscriptionsDialog.tsx')).SubscriptionsDialog,
}))

const icon = { size: 16, stroke: 1.75 }

interface ShareMenuProps {
  model: Pick<QueryModel, 'parameters' | 'change'>
  query: Query
  /** Makes images of the selected visualization; null if it has none to offer. */
  tools: VisualizationTools | null
}

/** All ways to pass on the selected visualization of a saved query: a link, an embed, an image, reports and alerts. */
export function ShareMenu({ model, query, tools }: ShareMenuProps) {
  const hash = useLocation({ select: (location) => location.hash })
  const [dialog, setDialog] = useState<'embed' | 'subscribe' | null>(null)
  const close = () => setDialog(null)
  const { id: visualizationId } = useMemo(() => selectedTab(tabsOf(query), hash), [query, hash])
  const parameters = model.parameters.definitions
  const copyLink = async () => {
    const url = location.origin + pathTo(queryUrl(query.id, visualizationId, parameters))
    if ((await copyText(url)) === 'copied')
      notify.success(t`Link copied`, t`It opens for signed-in users with access to the data source of the query.`)
    else notify.error(t`The browser blocked copying`)
  }
  return (
    <>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <Button variant="default" size="sm" className={styles.labelled} leftSection={<IconShare {...icon} />}>
            <Trans>Share</Trans>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconLink {...icon} />} onClick={() => void copyLink()}>
            <Trans>Copy Link</Trans>
          </Menu.Item>
          {!query.is_archived && visualizationId !== null && (
            <Menu.Item leftSection={<IconCode {...icon} />} onClick={() => setDialog('embed')}>
              <Trans>Embed Elsewhere</Trans>
            </Menu.Item>
          )}
          {tools !== null && <ImageSubmenu tools={tools} onCopied={notifyImage} />}
          {!query.is_archived && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconMailForward {...icon} />} onClick={() => setDialog('subscribe')}>
                <Trans>Subscribe</Trans>
              </Menu.Item>
              <LinkMenuItem to="/alerts/new" search={{ query: query.id }} leftSection={<IconBellPlus {...icon} />}>
                <Trans>Create Alert</Trans>
              </LinkMenuItem>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'embed' && visualizationId !== null && (
        <EmbedDialog query={query} visualizationId={visualizationId} model={model} onClose={close} />
      )}
      {dialog === 'subscribe' && (
        <LazyDialog onClose={close}>
          <Subscriptions queryId={query.id} onClose={close} />
        </LazyDialog>
      )}
    </>
  )
}

const notifyImage = (isCopied: boolean) => (isCopied ? notify.success : notify.error)(copiedMessage(isCopied))

function Subscriptions({ queryId, onClose }: { queryId: number; onClose(): void }) {
  return <SubscriptionsDialog {...useSubscriptions('query', queryId)} onClose={onClose} />
}
