import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useClientConfig } from '../../../app/session.ts'
import { OrganizationLogo } from '../../../app/shell/Logo.tsx'
import { Avatar } from '../../../ui/Avatar.tsx'
import { EditInPlace } from '../../../ui/EditInPlace.tsx'
import { FavoriteStar } from '../../../ui/FavoriteStar.tsx'
import { TagsControl } from '../../../ui/TagsControl.tsx'
import { useFavorite } from '../../favorites/api.ts'
import { tagsQuery } from '../../tags/api.ts'
import { DashboardActionButtons, type DashboardActionButtonsProps } from './DashboardActionButtons.tsx'
import styles from './DashboardHead.module.css'
import { EditStatus } from './EditControls.tsx'
import type { SavingStatus } from './layout-saver.ts'
import { isPublic } from './rights.ts'

interface DashboardHeadProps extends DashboardActionButtonsProps {
  isEditing: boolean
  /** Of the layout. */
  status: SavingStatus
  onRetry(): void
  onDone(): Promise<void>
}

/** The title, tags and owner of a dashboard, with the logo in exported images and print; on the right its actions or, while the layout is edited, the saving status. */
export function DashboardHead({ isEditing, status, onRetry, onDone, ...buttons }: DashboardHeadProps) {
  const { dashboard, rights, changes } = buttons
  const cache = useQueryClient()
  const favorite = useFavorite()
  const loadKnownTags = async () => (await cache.fetchQuery(tagsQuery('dashboards'))).tags.map((tag) => tag.name)
  const { logoUrl, orgName } = useClientConfig()
  const item = { kind: 'dashboards', id: dashboard.id, slug: dashboard.slug } as const
  return (
    <header className={styles.head}>
      {logoUrl !== null && <OrganizationLogo url={logoUrl} name={orgName} height={28} className={styles.logo} />}
      <span className={styles.star} data-unpictured>
        <FavoriteStar
          name={dashboard.name}
          isFavorite={dashboard.is_favorite}
          onToggle={(isFavorite) => favorite.mutate({ item, isFavorite })}
        />
      </span>
      <h1 className={styles.title} data-editing={isEditing || undefined}>
        <EditInPlace value={dashboard.name} label={t`Name of the dashboard`} isEditable={isEditing} onCommit={changes.rename} />
      </h1>
      <div className={styles.about}>
        <TagsControl
          tags={dashboard.tags}
          isDraft={dashboard.is_draft}
          isArchived={dashboard.is_archived}
          isEditable={rights.isOwner && !buttons.isFullscreen}
          loadKnownTags={loadKnownTags}
          onSave={changes.tag}
        />
        {isPublic(dashboard) && (
          <Badge>
            <Trans>Shared</Trans>
          </Badge>
        )}
        <Avatar id={dashboard.user.id} name={dashboard.user.name} profile_image_url={dashboard.user.profile_image_url} />
      </div>
      <span className={styles.spring} />
      {isEditing ? <EditStatus status={status} onRetry={onRetry} onDone={onDone} /> : <DashboardActionButtons {...buttons} />}
    </header>
  )
}
