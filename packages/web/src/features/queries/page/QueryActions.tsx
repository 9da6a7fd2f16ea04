import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { api } from '@sightline/contract/api.ts'
import type { Query } from '@sightline/contract/queries.ts'
import type { QueryVersionContent } from '@sightline/contract/query-history.ts'
import {
  IconArchive,
  IconArchiveOff,
  IconDots,
  IconEyeOff,
  IconGitFork,
  IconHistory,
  IconKey,
  IconListCheck,
  IconUsers,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { call } from '../../../api/call.ts'
import { confirm } from '../../../app/confirm.tsx'
import { notify } from '../../../app/notify.ts'
import { useClientConfig } from '../../../app/session.ts'
import { storeAnswer } from '../../../app/store-answer.ts'
import { PermissionsDialog } from '../../../ui/permissions/PermissionsDialog.tsx'
import { useAccessList } from '../../acl/api.ts'
import { queryQuery } from '../api.ts'
import { ApiKeyDialog } from './ApiKeyDialog.tsx'
import type { Rights } from './rights.ts'
import { useFork } from './use-fork.ts'
import type { QueryModel } from './use-query-model.ts'

const VersionHistoryDialog = lazy(() => import('../history/VersionHistoryDialog.tsx'))
const PastExecutionsDialog = lazy(() => import('../history/PastExecutionsDialog.tsx'))

interface QueryActionsProps {
  model: QueryModel
  query: Query
  rights: Rights
  mode: 'view' | 'source'
}

/** The menu of further actions on a saved query, and their dialogs. */
export function QueryActions({ model, query, rights, mode }: QueryActionsProps) {
  const cache = useQueryClient()
  const { showPermissionsControl } = useClientConfig()
  const [shown, setShown] = useState<'key' | 'permissions' | 'versions' | 'executions' | null>(null)
  const close = () => setShown(null)

  const fork = useFork(model, query)
  const archive = async () => {
    const isSure = await confirm({
      title: t`Archive Query`,
      text: t`Are you sure you want to archive this query? Its schedule ends, its alerts pause, and dashboards no longer show it.`,
      action: t`Archive`,
      isDestructive: true,
    })
    if (!isSure) return
    try {
      await call(api.queries.remove, { params: { id: query.id } })
      await storeAnswer(cache, queryQuery(query.id).queryKey, (now) => now && { ...now, is_archived: true, schedule: null })
      await cache.invalidateQueries({ queryKey: ['queries'] })
    } catch {
      notify.error(t`Query could not be archived.`)
    }
  }
  const unarchive = async () => {
    try {
      const restored = await call(api.queries.update, { params: { id: query.id }, body: { is_archived: false } })
      await storeAnswer(cache, queryQuery(query.id).queryKey, restored)
      await cache.invalidateQueries({ queryKey: ['queries'] })
      await cache.invalidateQueries({ queryKey: ['alerts'] })
      notify.success(t`Query unarchived`, t`Its alerts are back. Set a schedule to refresh it again.`)
    } catch (error) {
      notify.failure(error)
    }
  }

  const iconOf = { size: 16, stroke: 1.75 }
  const entries = [
    rights.mayFork && (
      <Menu.Item key="fork" leftSection={<IconGitFork {...iconOf} />} onClick={() => void fork()}>
        <Trans>Fork</Trans>
      </Menu.Item>
    ),
    rights.isOwner && showPermissionsControl && (
      <Menu.Item key="permissions" leftSection={<IconUsers {...iconOf} />} onClick={() => setShown('permissions')}>
        <Trans>Manage Permissions</Trans>
      </Menu.Item>
    ),
    rights.isOwner && !query.is_draft && (
      <Menu.Item key="unpublish" leftSection={<IconEyeOff {...iconOf} />} onClick={() => void model.change({ is_draft: true })}>
        <Trans>Unpublish</Trans>
      </Menu.Item>
    ),
    mode === 'source' && (
      <Menu.Item key="versions" leftSection={<IconHistory {...iconOf} />} onClick={() => setShown('versions')}>
        <Trans>Version History</Trans>
      </Menu.Item>
    ),
    <Menu.Item key="executions" leftSection={<IconListCheck {...iconOf} />} onClick={() => setShown('executions')}>
      <Trans>Past Executions</Trans>
    </Menu.Item>,
    query.api_key !== null && (
      <Menu.Item key="key" leftSection={<IconKey {...iconOf} />} onClick={() => setShown('key')}>
        <Trans>Show API Key</Trans>
      </Menu.Item>
    ),
    rights.mayUnarchive && (
      <Menu.Item key="unarchive" leftSection={<IconArchiveOff {...iconOf} />} onClick={() => void unarchive()}>
        <Trans>Unarchive</Trans>
      </Menu.Item>
    ),
    rights.isOwner && (
      <Menu.Item
        key="archive"
        color="var(--sl-err)"
        leftSection={<IconArchive {...iconOf} color="var(--sl-err)" />}
        onClick={() => void archive()}
      >
        <Trans>Archive</Trans>
      </Menu.Item>
    ),
  ].filter((entry) => entry !== false)
  const restore = ({ version, query: text, options }: QueryVersionContent) => {
    close()
    model.restore({ ...model.draft, text: text ?? '', parameters: options.parameters ?? [] })
    notify.success(t`Version ${version} restored in the editor`, t`Save the query to keep this version.`)
  }

  return (
    <>
      <Menu position="bottom-end">
        <Tooltip label={t`More actions`}>
          <Menu.Target>
            <ActionIcon aria-label={t`More actions`}>
              <IconDots size={16} stroke={1.75} />
            </ActionIcon>
          </Menu.Target>
        </Tooltip>
        <Menu.Dropdown>{entries}</Menu.Dropdown>
      </Menu>
      {shown === 'key' && <ApiKeyDialog query={query} mayRegenerate={rights.isOwner} onClose={close} />}
      {shown === 'permissions' && <Permissions query={query} onClose={close} />}
      <Suspense fallback={null}>
        {shown === 'versions' && (
          <VersionHistoryDialog
            queryId={query.id}
            text={model.text}
            onRestore={rights.mayEdit ? restore : null}
            onClose={close}
          />
        )}
        {shown === 'executions' && <PastExecutionsDialog query={query} mode={mode} onClose={close} />}
      </Suspense>
    </>
  )
}

function Permissions({ query, onClose }: { query: Query; onClose(): void }) {
  return <PermissionsDialog owner={query.user} {...useAccessList('queries', query.id)} onClose={onClose} />
}
