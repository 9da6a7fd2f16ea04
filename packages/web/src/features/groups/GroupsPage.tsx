import { Badge, Button, Tooltip } from '@mantine/core'
import type { Group } from '@sightline/contract/groups.ts'
import { type ListSearch, listState } from '@sightline/domain/list-state.ts'
import { listedByName } from '@sightline/domain/listed.ts'
import { IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { PageError } from '../../app/PageError.tsx'
import { SettingsNav } from '../../app/SettingsPage.tsx'
import { usePermission, useSession } from '../../app/session.tsx'
import { usePageTitle } from '../../app/title.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ItemsPage } from '../../ui/ItemsPage.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import type { ListColumn } from '../../ui/list-columns.tsx'
import { NothingFound } from '../../ui/NothingFound.tsx'
import { SideCaption } from '../../ui/SidebarPage.tsx'
import { groupsQuery } from './api.ts'
import { CreateDialog } from './CreateDialog.tsx'
import styles from './GroupsPage.module.css'
import { useRemoveGroup } from './use-remove-group.ts'

/** Rows per page where the address says nothing. */
const PAGE_SIZE = 10

/** The list with the dialog of a new group over it. For admins. */
export function NewGroupPage() {
  const isAdmin = usePermission('admin')
  const navigate = useNavigate()
  if (!isAdmin) return <Navigate to="/groups" replace />
  return (
    <>
      <GroupsPage />
      <CreateDialog onClose={() => void navigate({ to: '/groups' })} />
    </>
  )
}

/** All groups for admins, their own for others. */
export function GroupsPage() {
  const { client_config } = useSession()
  const isAdmin = usePermission('admin')
  const search: ListSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const list = listState(search, { page_size: PAGE_SIZE, order: 'name' })
  const groups = useQuery(groupsQuery)
  usePageTitle('Groups')

  const go = (next: ListSearch, replace: boolean) => void navigate({ to: '.', search: next, replace })
  if (groups.error) return <PageError error={groups.error} onRetry={() => void groups.refetch()} />
  return (
    <ItemsPage
      title="Groups"
      searchLabel="Search groups..."
      navigation={
        <>
          <SideCaption>Settings</SideCaption>
          <SettingsNav />
        </>
      }
      action={
        isAdmin && (
          <LinkButton to="/groups/new" leftSection={<IconPlus size={16} stroke={1.75} />}>
            New Group
          </LinkButton>
        )
      }
      columns={isAdmin ? [...columns, deleteColumn] : columns}
      keyOf={(group) => group.id}
      items={groups.data && listedByName(groups.data, list)}
      isStale={false}
      tags={[]}
      pageSizes={[...new Set([...client_config.pageSizeOptions, PAGE_SIZE])]}
      search={search}
      list={list}
      empty={
        list.q === '' ? (
          <EmptyState icon={<IconUsersGroup size={20} stroke={1.75} />} title="You are in no group." />
        ) : (
          <NothingFound onClear={() => go({ ...search, q: undefined, page: undefined }, false)} />
        )
      }
      onChange={go}
    />
  )
}

const columns: ListColumn<Group>[] = [
  { kind: 'custom', title: 'Name', order: 'name', render: (group) => <GroupName group={group} /> },
  { kind: 'custom', title: 'Show', render: (group) => <GroupLinks group={group} />, width: 220 },
]
const deleteColumn: ListColumn<Group> = {
  kind: 'custom',
  title: 'Actions',
  align: 'right',
  width: 100,
  render: (group) => <DeleteButton group={group} />,
}

function GroupName({ group: { id, name, type } }: { group: Group }) {
  return (
    <span className={styles.name}>
      <Link to="/groups/$groupId" params={{ groupId: String(id) }}>
        {name}
      </Link>
      {type === 'builtin' && <Badge>built-in</Badge>}
    </span>
  )
}

function GroupLinks({ group: { id } }: { group: Group }) {
  const isAdmin = usePermission('admin')
  const params = { groupId: String(id) }
  return (
    <span className={styles.links}>
      <Link to="/groups/$groupId" params={params}>
        Members
      </Link>
      {isAdmin && (
        <Link to="/groups/$groupId/data_sources" params={params}>
          Data Sources
        </Link>
      )}
    </span>
  )
}

function DeleteButton({ group }: { group: Group }) {
  const { remove, askToRemove } = useRemoveGroup(group)
  const isBuiltin = group.type === 'builtin'
  return (
    <Tooltip label="Cannot delete built-in group" disabled={!isBuiltin}>
      <Button
        size="sm"
        variant="danger"
        loading={remove.isPending}
        // Not `disabled`: the tooltip has to be reached by pointer and keyboard.
        data-disabled={isBuiltin || undefined}
        aria-disabled={isBuiltin}
        onClick={() => {
          if (!isBuiltin) void askToRemove()
        }}
      >
        Delete
      </Button>
    </Tooltip>
  )
}
