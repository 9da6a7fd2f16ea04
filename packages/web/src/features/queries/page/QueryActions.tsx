import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { api } from '@sightline/contract/api.ts'
import type { Query } from '@sightline/contract/queries.ts'
import type { QueryVersionContent } from '@sightline/contract/query-history.ts'
import {
  IconArchive,
  IconDots,
  IconEyeOff,
  IconGitFork,
  IconHistory,
  IconKey,
  IconListCheck,
  IconMailForward,
  IconUsers,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { call } from '../../../api/call.ts'
import { confirm } from '../../../app/confirm.tsx'
import { notify } from '../../../app/notify.ts'
import { useClientConfig } from '../../../app/session.ts'
import { PermissionsDialog } from '../../../ui/permissions/PermissionsDialog.tsx'
import { SubscriptionsDialog } from '../../../ui/subscriptions/SubscriptionsDialog.tsx'
import { useAccessList } from '../../acl/api.ts'
import { useSubscriptions } from '../../subscriptions/api.ts'
import { queryQuery } from '../api.ts'
import { ApiKeyDialog } from './ApiKeyDialog.tsx'
import type { QueryModel } from './model.ts'
import type { Rights } from './rights.ts'

const VersionHistoryDialog = lazy(() => import('../history/VersionHistoryDialog.tsx'))
const PastExecutionsDialog = lazy(() => import('../history/PastExecutionsDialog.tsx'))

interface QueryActionsProps {
  model: QueryModel
  query: Query
  rights: Rights
  mode: 'view' | 'source'
}

/** What else can be done with a saved query. */
export function QueryActions({ model, query, rights, mode }: QueryActionsProps) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { showPermissionsControl } = useClientConfig()
  const [shown, setShown] = useState<'key' | 'permissions' | 'versions' | 'executions' | 'subscriptions' | null>(null)
  const close = () => setShown(null)

  const fork = async () => {
    if (model.isDirty(model.text.get()) && !(await confirm(forkingSaved))) return
    try {
      const copy = await call(api.queries.fork, { params: { id: query.id } })
      cache.setQueryData(queryQuery(copy.id).queryKey, copy)
      void cache.invalidateQueries({ queryKey: ['queries', 'lists'] })
      // Whoever had something to lose was asked before.
      await navigate({ to: '/queries/$queryId/source', params: { queryId: String(copy.id) }, ignoreBlocker: true })
    } catch (error) {
      notify.failure(error)
    }
  }
  const archive = async () => {
    const isSure = await confirm({
      title: 'Archive Query',
      text: 'Are you sure you want to archive this query? Its schedule ends, its alerts are deleted, and dashboards no longer show it.',
      action: 'Archive',
      isDestructive: true,
    })
    if (!isSure) return
    try {
      await call(api.queries.remove, { params: { id: query.id } })
      cache.setQueryData(queryQuery(query.id).queryKey, (now) => now && { ...now, is_archived: true, schedule: null })
      await cache.invalidateQueries({ queryKey: ['queries'] })
    } catch {
      notify.error('Query could not be archived.')
    }
  }

  const iconOf = { size: 16, stroke: 1.75 }
  const entries = [
    rights.mayFork && (
      <Menu.Item key="fork" leftSection={<IconGitFork {...iconOf} />} onClick={() => void fork()}>
        Fork
      </Menu.Item>
    ),
    rights.isOwner && showPermissionsControl && (
      <Menu.Item key="permissions" leftSection={<IconUsers {...iconOf} />} onClick={() => setShown('permissions')}>
        Manage Permissions
      </Menu.Item>
    ),
    rights.isOwner && !query.is_draft && (
      <Menu.Item key="unpublish" leftSection={<IconEyeOff {...iconOf} />} onClick={() => void model.change({ is_draft: true })}>
        Unpublish
      </Menu.Item>
    ),
    mode === 'source' && (
      <Menu.Item key="versions" leftSection={<IconHistory {...iconOf} />} onClick={() => setShown('versions')}>
        Version History
      </Menu.Item>
    ),
    <Menu.Item key="executions" leftSection={<IconListCheck {...iconOf} />} onClick={() => setShown('executions')}>
      Past Executions
    </Menu.Item>,
    !query.is_archived && (
      <Menu.Item key="subscriptions" leftSection={<IconMailForward {...iconOf} />} onClick={() => setShown('subscriptions')}>
        Subscribe
      </Menu.Item>
    ),
    query.api_key !== null && (
      <Menu.Item key="key" leftSection={<IconKey {...iconOf} />} onClick={() => setShown('key')}>
        Show API Key
      </Menu.Item>
    ),
    rights.isOwner && (
      <Menu.Item
        key="archive"
        color="var(--sl-err)"
        leftSection={<IconArchive {...iconOf} color="var(--sl-err)" />}
        onClick={() => void archive()}
      >
        Archive
      </Menu.Item>
    ),
  ].filter((entry) => entry !== false)
  const restore = ({ version, query: text, options }: QueryVersionContent) => {
    close()
    model.restore({ ...model.draft, text: text ?? '', parameters: options.parameters ?? [] })
    notify.success(`Version ${version} is in the editor`, 'Save the query to keep it.')
  }

  return (
    <>
      <Menu position="bottom-end">
        <Tooltip label="More actions">
          <Menu.Target>
            <ActionIcon aria-label="More actions">
              <IconDots size={16} stroke={1.75} />
            </ActionIcon>
          </Menu.Target>
        </Tooltip>
        <Menu.Dropdown>{entries}</Menu.Dropdown>
      </Menu>
      {shown === 'key' && <ApiKeyDialog query={query} mayRegenerate={rights.isOwner} onClose={close} />}
      {shown === 'subscriptions' && <Subscriptions queryId={query.id} onClose={close} />}
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
        {shown === 'executions' && <PastExecutionsDialog queryId={query.id} onClose={close} />}
      </Suspense>
    </>
  )
}

function Permissions({ query, onClose }: { query: Query; onClose(): void }) {
  return <PermissionsDialog owner={query.user} {...useAccessList('queries', query.id)} onClose={onClose} />
}

function Subscriptions({ queryId, onClose }: { queryId: number; onClose(): void }) {
  return <SubscriptionsDialog {...useSubscriptions('query', queryId)} onClose={onClose} />
}

const forkingSaved = {
  title: 'Fork Query',
  text: 'The copy is made of the query as it is saved. Your unsaved changes are kept in this browser, and offered when you come back.',
  action: 'Fork',
  isDestructive: false,
}
