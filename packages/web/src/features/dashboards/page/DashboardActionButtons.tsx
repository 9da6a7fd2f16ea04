import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import type { Dashboard } from '@sightline/contract/dashboards.ts'
import {
  IconArchive,
  IconDots,
  IconEyeOff,
  IconMailForward,
  IconMaximize,
  IconMinimize,
  IconPencil,
  IconShare,
  IconTemplate,
  IconUsers,
} from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { LazyDialog } from '../../../app/LazyDialog.tsx'
import { useClientConfig, usePermission } from '../../../app/session.ts'
import { LinkMenuItem } from '../../../ui/LinkButton.tsx'
import { PermissionsDialog } from '../../../ui/permissions/PermissionsDialog.tsx'
import { useAccessList } from '../../acl/api.ts'
import { useSubscriptions } from '../../subscriptions/api.ts'
import { ExportMenu, type ExportMenuProps } from '../export/ExportMenu.tsx'
import type { DashboardActions } from './changes.ts'
import styles from './DashboardHead.module.css'
import { RefreshControl, type RefreshControlProps } from './RefreshControl.tsx'
import type { DashboardRights } from './rights.ts'

const ShareDialog = lazy(async () => ({ default: (await import('./ShareDialog.tsx')).ShareDialog }))
const SubscriptionsDialog = lazy(async () => ({
  default: (await import('../../../ui/subscriptions/SubscriptionsDialog.tsx')).SubscriptionsDialog,
}))

export interface DashboardActionButtonsProps {
  dashboard: Dashboard
  /** Slug or id, as in the URL of the page. */
  slug: string
  rights: DashboardRights
  changes: DashboardActions
  refresh: RefreshControlProps
  exporting: Omit<ExportMenuProps, 'name'>
  isFullscreen: boolean
  onFullscreen(isFullscreen: boolean): void
  onEdit(): void
}

/** The actions on a dashboard while it is not edited. In full screen, on a wall or in a meeting, nothing is changed. */
export function DashboardActionButtons(props: DashboardActionButtonsProps) {
  const { dashboard, slug, rights, changes, refresh, exporting, isFullscreen, onFullscreen, onEdit } = props
  const [dialog, setDialog] = useState<'share' | 'subscribe' | null>(null)
  const close = () => setDialog(null)
  const isSharingOff = useClientConfig().disablePublicUrls
  const FullscreenIcon = isFullscreen ? IconMinimize : IconMaximize
  const fullscreenLabel = isFullscreen ? t`Exit Fullscreen` : t`Fullscreen`
  return (
    <>
      <div className={styles.actions} data-unpictured>
        {dashboard.is_draft && rights.isOwner && !isFullscreen && (
          <Button variant="default" size="sm" onClick={() => changes.publish(true)}>
            <Trans>Publish</Trans>
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
            <FullscreenIcon {...icon} />
          </ActionIcon>
        </Tooltip>
        <span className={styles.export}>
          <ExportMenu name={dashboard.name} {...exporting} />
        </span>
        {!dashboard.is_archived && !isFullscreen && (
          <Tooltip label={t`Subscribe`}>
            <ActionIcon aria-label={t`Subscribe`} aria-haspopup="dialog" onClick={() => setDialog('subscribe')}>
              <IconMailForward {...icon} />
            </ActionIcon>
          </Tooltip>
        )}
        {rights.maySeeSharing && !isSharingOff && !isFullscreen && (
          <Button
            className={styles.labelled}
            variant="default"
            size="sm"
            leftSection={<IconShare {...icon} />}
            aria-haspopup="dialog"
            onClick={() => setDialog('share')}
          >
            <Trans>Share</Trans>
          </Button>
        )}
        {rights.mayEdit && !isFullscreen && (
          <Button
            className={styles.labelled}
            variant="default"
            size="sm"
            leftSection={<IconPencil {...icon} />}
            onClick={onEdit}
          >
            <Trans>Edit</Trans>
          </Button>
        )}
        {rights.isOwner && rights.mayEdit && !isFullscreen && <MoreMenu dashboard={dashboard} changes={changes} />}
      </div>
      {dialog === 'subscribe' && (
        <LazyDialog onClose={close}>
          <Subscriptions dashboardId={dashboard.id} onClose={close} />
        </LazyDialog>
      )}
      {dialog === 'share' && (
        <LazyDialog onClose={close}>
          <ShareDialog dashboard={dashboard} slug={slug} rights={rights} onClose={close} />
        </LazyDialog>
      )}
    </>
  )
}

function Subscriptions({ dashboardId, onClose }: { dashboardId: number; onClose(): void }) {
  return <SubscriptionsDialog {...useSubscriptions('dashboard', dashboardId)} onClose={onClose} />
}

const icon = { size: 16, stroke: 1.75 }

/** Further actions, for the owner of the dashboard and admins. */
function MoreMenu({ dashboard, changes }: Pick<DashboardActionButtonsProps, 'dashboard' | 'changes'>) {
  const mayCreate = usePermission('create_dashboard')
  const mayCopy = usePermission('create_query') && mayCreate
  const { showPermissionsControl } = useClientConfig()
  const [isManaging, setIsManaging] = useState(false)
  return (
    <>
      <Menu position="bottom-end" width="max-content">
        <Tooltip label={t`More`}>
          <Menu.Target>
            <ActionIcon aria-label={t`More`}>
              <IconDots {...icon} />
            </ActionIcon>
          </Menu.Target>
        </Tooltip>
        <Menu.Dropdown>
          {showPermissionsControl && (
            <Menu.Item leftSection={<IconUsers {...icon} />} onClick={() => setIsManaging(true)}>
              <Trans>Manage Permissions</Trans>
            </Menu.Item>
          )}
          {mayCopy && (
            <LinkMenuItem leftSection={<IconTemplate {...icon} />} to="/dashboards/template" search={{ from: dashboard.slug }}>
              <Trans>Use as Template…</Trans>
            </LinkMenuItem>
          )}
          {!dashboard.is_draft && (
            <Menu.Item leftSection={<IconEyeOff {...icon} />} onClick={() => changes.publish(false)}>
              <Trans>Unpublish</Trans>
            </Menu.Item>
          )}
          {(showPermissionsControl || mayCopy || !dashboard.is_draft) && <Menu.Divider />}
          <Menu.Item color="var(--sl-err)" leftSection={<IconArchive {...icon} />} onClick={() => void changes.archive()}>
            <Trans>Archive</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isManaging && <Permissions dashboard={dashboard} onClose={() => setIsManaging(false)} />}
    </>
  )
}

function Permissions({ dashboard: { id, user }, onClose }: { dashboard: Dashboard; onClose(): void }) {
  return <PermissionsDialog owner={{ ...user, is_disabled: false }} {...useAccessList('dashboards', id)} onClose={onClose} />
}
