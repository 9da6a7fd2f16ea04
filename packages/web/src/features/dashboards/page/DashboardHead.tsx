import { ActionIcon, Badge, Button, Tooltip } from '@mantine/core'
import type { Dashboard } from '@sightline/contract/dashboards.ts'
import { IconMailForward, IconMaximize, IconMinimize, IconShare } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { LazyDialog } from '../../../app/LazyDialog.tsx'
import { useClientConfig } from '../../../app/session.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { AfterFirstPaint } from '../../../ui/deferred.tsx'
import { EditInPlace } from '../../../ui/EditInPlace.tsx'
import { FavoriteStar } from '../../../ui/FavoriteStar.tsx'
import { TagsControl } from '../../../ui/TagsControl.tsx'
import { useFavorite } from '../../favorites/api.ts'
import { useSubscriptions } from '../../subscriptions/api.ts'
import { tagsQuery } from '../../tags/api.ts'
import { ExportMenu, type ExportMenuProps } from '../export/ExportMenu.tsx'
import styles from './DashboardHead.module.css'
import { EditStatus } from './EditStatus.tsx'
import type { SavingStatus } from './layout-saver.ts'
import { MoreMenu } from './MoreMenu.tsx'
import { RefreshControl, type RefreshControlProps } from './RefreshControl.tsx'
import { type DashboardRights, isPublic } from './rights.ts'
import { useDashboardChanges } from './use-dashboard-changes.ts'

const ShareDialog = lazy(async () => ({ default: (await import('./ShareDialog.tsx')).ShareDialog }))
const SubscriptionsDialog = lazy(async () => ({
  default: (await import('../../../ui/subscriptions/SubscriptionsDialog.tsx')).SubscriptionsDialog,
}))

interface DashboardHeadProps {
  dashboard: Dashboard
  /** Slug or id, as the address of the page has it. */
  address: string
  rights: DashboardRights
  isEditing: boolean
  /** Of the layout. */
  status: SavingStatus
  refresh: RefreshControlProps
  /** What is taken along as a picture. */
  exporting: Pick<ExportMenuProps, 'board' | 'onLoadAll'>
  isFullscreen: boolean
  onFullscreen(isFullscreen: boolean): void
  onEdit(): void
  onRetry(): void
  onDone(): Promise<void>
}

/** Title and what belongs to it; at the right what can be done, or, while the layout is edited, how that goes. */
export function DashboardHead(props: DashboardHeadProps) {
  const {
    dashboard,
    address,
    rights,
    isEditing,
    status,
    refresh,
    exporting,
    isFullscreen,
    onFullscreen,
    onEdit,
    onRetry,
    onDone,
  } = props
  const cache = useQueryClient()
  const favorite = useFavorite()
  const actions = useDashboardChanges(dashboard, address)
  const loadKnownTags = async () => (await cache.fetchQuery(tagsQuery('dashboards'))).tags.map((tag) => tag.name)
  const item = { kind: 'dashboards', id: dashboard.id, slug: dashboard.slug } as const
  const [isSharing, setIsSharing] = useState(false)
  const [isSubscribing, setIsSubscribing] = useState(false)
  const isSharingOff = useClientConfig().disablePublicUrls
  const FullscreenIcon = isFullscreen ? IconMinimize : IconMaximize
  const fullscreenLabel = isFullscreen ? 'Leave fullscreen' : 'Fullscreen'
  return (
    <header className={styles.head}>
      <span className={styles.star} data-unpictured>
        <FavoriteStar
          name={dashboard.name}
          isFavorite={dashboard.is_favorite}
          onToggle={(isFavorite) => favorite.mutate({ item, isFavorite })}
        />
      </span>
      <h1 className={styles.title} data-editing={isEditing || undefined}>
        <EditInPlace value={dashboard.name} label="Name of the dashboard" isEditable={isEditing} onCommit={actions.rename} />
      </h1>
      <div className={styles.about}>
        <TagsControl
          tags={dashboard.tags}
          isDraft={dashboard.is_draft}
          isArchived={dashboard.is_archived}
          isEditable={rights.isOwner}
          loadKnownTags={loadKnownTags}
          onSave={actions.tag}
        />
        {isPublic(dashboard) && <Badge>Shared</Badge>}
        <Avatar id={dashboard.user.id} name={dashboard.user.name} profile_image_url={dashboard.user.profile_image_url} />
      </div>
      <span className={styles.spring} />
      {isEditing ? (
        <EditStatus status={status} onRetry={onRetry} onDone={onDone} />
      ) : (
        <div className={styles.actions} data-unpictured>
          <AfterFirstPaint>
            {dashboard.is_draft && rights.isOwner && (
              <Button variant="default" size="sm" onClick={() => actions.publish(true)}>
                Publish
              </Button>
            )}
            <RefreshControl {...refresh} />
            <Tooltip label={fullscreenLabel}>
              <ActionIcon
                className={styles.fullscreen}
                aria-label={fullscreenLabel}
                aria-pressed={isFullscreen}
                onClick={() => onFullscreen(!isFullscreen)}
              >
                <FullscreenIcon size={16} stroke={1.75} />
              </ActionIcon>
            </Tooltip>
            <span className={styles.export}>
              <ExportMenu name={dashboard.name} {...exporting} />
            </span>
            {!dashboard.is_archived && (
              <Tooltip label="Subscribe">
                <ActionIcon aria-label="Subscribe" aria-haspopup="dialog" onClick={() => setIsSubscribing(true)}>
                  <IconMailForward size={16} stroke={1.75} />
                </ActionIcon>
              </Tooltip>
            )}
            {rights.maySeeSharing && !isSharingOff && (
              <Tooltip label="Share">
                <ActionIcon aria-label="Share" aria-haspopup="dialog" onClick={() => setIsSharing(true)}>
                  <IconShare size={16} stroke={1.75} />
                </ActionIcon>
              </Tooltip>
            )}
            {rights.mayEdit && <MoreMenu dashboard={dashboard} rights={rights} actions={actions} onEdit={onEdit} />}
          </AfterFirstPaint>
        </div>
      )}
      {isSubscribing && (
        <LazyDialog onClose={() => setIsSubscribing(false)}>
          <Subscriptions dashboardId={dashboard.id} onClose={() => setIsSubscribing(false)} />
        </LazyDialog>
      )}
      {isSharing && (
        <LazyDialog onClose={() => setIsSharing(false)}>
          <ShareDialog dashboard={dashboard} address={address} rights={rights} onClose={() => setIsSharing(false)} />
        </LazyDialog>
      )}
    </header>
  )
}

function Subscriptions({ dashboardId, onClose }: { dashboardId: number; onClose(): void }) {
  return <SubscriptionsDialog {...useSubscriptions('dashboard', dashboardId)} onClose={onClose} />
}
