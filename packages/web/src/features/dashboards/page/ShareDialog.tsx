import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Loader, Switch, TextInput } from '@mantine/core'
import { api } from '@sightline/contract/api.ts'
import type { Dashboard } from '@sightline/contract/dashboards.ts'
import { visitorsSeeRows } from '@sightline/domain/dashboards/visitor-rows.ts'
import { isSafe } from '@sightline/domain/parameters/definition.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { messageOf } from '../../../api/error.ts'
import { HelpLink } from '../../../app/help/HelpLink.tsx'
import { notify } from '../../../app/notify.ts'
import { storeAnswer } from '../../../app/store-answer.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextParametersNotice } from '../../../ui/TextParametersNotice.tsx'
import { dashboardQuery } from '../api.ts'
import { type DashboardRights, isPublic } from './rights.ts'
import { runsOfQueryKey } from './runs.ts'
import styles from './ShareDialog.module.css'
import { UnsafeQuery } from './UnsafeQuery.tsx'

const TEXT_PARAMETERS = t`For your security, sharing is currently not supported for dashboards containing queries with text parameters. Consider changing the text parameters in your query to a different type.`

/** The queries that take a text which may change them, each once. */
function unsafeQueries({ widgets }: Dashboard) {
  const queries = widgets.flatMap((widget) => ('visualization' in widget ? (widget.visualization?.query ?? []) : []))
  const unsafe = queries.filter(({ options }) => !isSafe(options.parameters ?? []))
  return [...new Map(unsafe.map((query) => [query.id, query])).values()]
}

interface ShareDialogProps {
  dashboard: Dashboard
  /** Slug or id, as in the URL of the page. */
  slug: string
  rights: DashboardRights
  onClose(): void
}

/** Turns public access to a dashboard on or off. For users who may not change it, shows the public URL. */
export function ShareDialog({ dashboard, slug, rights, onClose }: ShareDialogProps) {
  const cache = useQueryClient()
  const isOn = isPublic(dashboard)
  const store = (shared: Pick<Dashboard, 'public_url' | 'api_key'>) =>
    storeAnswer(
      cache,
      dashboardQuery(slug).queryKey,
      (now: Dashboard | undefined) => now && { ...now, public_url: shared.public_url, api_key: shared.api_key },
    )
  const params = { slug: String(dashboard.id) }
  const share = useMutation({
    mutationFn: () => call(api.dashboards.share, { params, body: null }),
    onSuccess: store,
    onError: (error) => notify.error(t`Failed to turn on sharing for this dashboard`, messageOf(error) ?? undefined),
  })
  const unshare = useMutation({
    mutationFn: () => call(api.dashboards.unshare, { params }),
    onSuccess: () => store({}),
    onError: (error) => notify.error(t`Failed to turn off sharing for this dashboard`, messageOf(error) ?? undefined),
  })
  const seesRows = visitorsSeeRows(dashboard.options)
  const chooseRows = useMutation({
    mutationFn: (rows_behind_marks: boolean) => call(api.dashboards.share, { params, body: { rows_behind_marks } }),
    onSettled: () => cache.invalidateQueries({ queryKey: dashboardQuery(slug).queryKey }),
    onError: (error) => notify.failure(error, t`The choice could not be saved.`),
  })
  const reload = async (queryId: number) => {
    await cache.invalidateQueries({ queryKey: dashboardQuery(slug).queryKey })
    // A text that is passed as a value gives another result than one in the text of the query, or no error any more.
    await cache.invalidateQueries({ queryKey: runsOfQueryKey(queryId) })
  }
  const isSaving = share.isPending || unshare.isPending || chooseRows.isPending
  const unsafe = unsafeQueries(dashboard)
  const takesText = unsafe.length > 0
  // They stay listed, so that the switch of a text can be turned off again.
  const [unsafeAtFirst] = useState(unsafe)
  const listedIds = new Set([...unsafeAtFirst, ...unsafe].map(({ id }) => id))
  // Sharing can always be turned off.
  const isBlocked = takesText && !isOn

  return (
    <Dialog opened onClose={onClose} title={t`Share Dashboard`} size={480}>
      <div className={styles.line}>
        <Switch
          label={t`Allow public access`}
          description={t`Anyone with the URL can see this dashboard without signing in.`}
          checked={isOn}
          disabled={!rights.isOwner || isBlocked || isSaving}
          aria-busy={isSaving}
          onChange={(event) => (event.currentTarget.checked ? share.mutate() : unshare.mutate())}
        />
        {isSaving && <Loader size={16} role="status" aria-label={t`Saving...`} />}
        <HelpLink topic="share-dashboard" />
      </div>
      {takesText && (
        <div className={styles.notice}>
          <TextParametersNotice reason={TEXT_PARAMETERS}>
            <Trans>
              To share a search box, pass its text as a value. It can then be searched for, and cannot change the query.
            </Trans>
          </TextParametersNotice>
        </div>
      )}
      {[...listedIds].map((id) => (
        <UnsafeQuery key={id} id={id} onSaved={() => reload(id)} />
      ))}
      {dashboard.public_url !== undefined && (
        <div className={styles.url}>
          <TextInput
            label={t`Public URL`}
            value={dashboard.public_url}
            readOnly
            dir="ltr"
            className={styles.grow}
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton text={dashboard.public_url} size="md" />
        </div>
      )}
      {isOn && (
        <Switch
          mt="md"
          label={t`Visitors may see the rows behind marks`}
          description={t`A click on a bar, slice or number then lists the rows of the result behind it, with all their columns.`}
          checked={seesRows}
          disabled={!rights.isOwner || isSaving}
          onChange={(event) => chooseRows.mutate(event.currentTarget.checked)}
        />
      )}
      {!rights.isOwner && (
        <p className={styles.note}>
          <Trans>Only the owner of this dashboard and admins can change this.</Trans>
        </p>
      )}
    </Dialog>
  )
}
