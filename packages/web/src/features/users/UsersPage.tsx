import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ListedUser } from '@sightline/contract/users.ts'
import { type ListSearch, listState, toRequest, withPage } from '@sightline/domain/list-state.ts'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { lastPageFromError } from '../../api/error.ts'
import { MailWarning } from '../../app/MailWarning.tsx'
import { PageError } from '../../app/PageError.tsx'
import { usePageTitle } from '../../app/page-hooks.ts'
import { PageTabs, SettingsNavigation, TabLink } from '../../app/SettingsPage.tsx'
import { usePermission, useSession } from '../../app/session.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ItemsPage } from '../../ui/ItemsPage.tsx'
import type { ListColumn } from '../../ui/ItemsTable.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { NothingFound } from '../../ui/NothingFound.tsx'
import { ownPage } from '../../ui/SidebarPage.tsx'
import { recordEvent } from '../events/api.ts'
import { type UserListName, userListQuery } from './api.ts'
import { CreateDialog } from './CreateDialog.tsx'
import styles from './UsersPage.module.css'
import { useUserLifecycle } from './use-user-lifecycle.tsx'

export const ActiveUsersPage = () => <UsersPage name="active" />
export const PendingUsersPage = () => <UsersPage name="pending" />
export const DisabledUsersPage = () => <UsersPage name="disabled" />

/** The list with the dialog for a new user. For admins. */
export function NewUserPage() {
  const isAdmin = usePermission('admin')
  const navigate = useNavigate()
  useEffect(() => {
    if (isAdmin) recordEvent('view', 'page', 'users/new')
  }, [isAdmin])
  if (!isAdmin) return <Navigate to="/users" replace />
  return (
    <>
      <UsersPage name="active" />
      <CreateDialog onClose={() => void navigate({ to: '/users' })} />
    </>
  )
}

const titles: Record<UserListName, string> = {
  active: t`Users`,
  pending: t`Pending Invitations`,
  disabled: t`Disabled Users`,
}

function UsersPage({ name }: { name: UserListName }) {
  const { client_config } = useSession()
  const isAdmin = usePermission('admin')
  const search: ListSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const list = listState(search, { page_size: client_config.pageSize, order: '-created_at' })
  const users = useQuery(userListQuery(name, toRequest(list)))
  const columns = useColumns(name)
  usePageTitle(titles[name])

  const go = (next: ListSearch, replace: boolean) => void navigate({ to: '.', search: next, replace })
  const lastPage = lastPageFromError(users.error, list.page_size)
  if (lastPage !== null) return <Navigate to="." search={withPage(search, lastPage)} replace />

  return (
    <ItemsPage
      title={titles[name]}
      searchLabel={t`Search users...`}
      navigation={<SettingsNavigation />}
      searchPlace="content"
      lists={<UserLists />}
      action={
        isAdmin && (
          <LinkButton to="/users/new" leftSection={<IconPlus size={16} stroke={1.75} />}>
            <Trans>New User</Trans>
          </LinkButton>
        )
      }
      notice={<MailWarning feature={t`invite emails`} />}
      columns={columns}
      keyOf={(user) => user.id}
      // Loaded users stay visible if a reload fails.
      failure={users.isLoadingError ? <PageError error={users.error} onRetry={() => void users.refetch()} /> : null}
      items={users.data}
      isStale={users.isPlaceholderData}
      tags={[]}
      pageSizes={client_config.pageSizeOptions}
      search={search}
      list={list}
      empty={
        list.q === '' ? (
          <EmptyState icon={<IconUsers size={20} stroke={1.75} />} title={emptyTitles[name]} />
        ) : (
          <NothingFound onClear={() => go({ ...search, q: undefined, page: undefined }, false)} />
        )
      }
      onChange={go}
    />
  )
}

const emptyTitles: Record<UserListName, string> = {
  active: t`There are no active users.`,
  pending: t`There are no pending invitations.`,
  disabled: t`There are no disabled users.`,
}

function UserLists() {
  const isAdmin = usePermission('admin')
  return (
    <PageTabs label={t`Lists of users`}>
      <TabLink to="/users" activeOptions={ownPage}>
        <Trans>Active Users</Trans>
      </TabLink>
      <TabLink to="/users/pending" activeOptions={ownPage}>
        <Trans>Pending Invitations</Trans>
      </TabLink>
      {isAdmin && (
        <TabLink to="/users/disabled" activeOptions={ownPage}>
          <Trans>Disabled Users</Trans>
        </TabLink>
      )}
    </PageTabs>
  )
}

function useColumns(name: UserListName): ListColumn<ListedUser>[] {
  const { user: me } = useSession()
  const isAdmin = usePermission('admin')
  const columns: ListColumn<ListedUser>[] = [
    { kind: 'custom', title: t`Name`, order: 'name', render: (user) => <UserName user={user} /> },
    {
      kind: 'custom',
      title: t`Groups`,
      order: 'groups',
      render: (user) => <GroupLinks groups={user.groups} />,
      hideBelow: 600,
    },
    { kind: 'time-ago', title: t`Joined`, order: 'created_at', value: (user) => user.created_at, width: 130, hideBelow: 1100 },
    {
      kind: 'time-ago',
      title: t`Last Active At`,
      order: 'active_at',
      value: (user) => user.active_at,
      width: 130,
      hideBelow: 600,
    },
  ]
  if (!isAdmin) return columns
  return [
    ...columns,
    {
      kind: 'actions',
      title: t`Actions`,
      align: 'right',
      width: 100,
      render: (user) => (user.id === me.id ? null : <RowAction name={name} user={user} />),
    },
  ]
}

function UserName({ user }: { user: ListedUser }) {
  return (
    <span className={styles.person}>
      <Avatar id={user.id} name={user.name} profile_image_url={user.profile_image_url} size="lg" />
      <span className={styles.names}>
        <Link to="/users/$userId" params={{ userId: String(user.id) }}>
          {user.name}
        </Link>
        <span className={styles.email}>{user.is_service_account === true ? t`Service account` : user.email}</span>
      </span>
    </span>
  )
}

function GroupLinks({ groups }: { groups: ListedUser['groups'] }) {
  return (
    <span className={styles.groups}>
      {groups.map(({ id, name }) => (
        <Link key={id} to="/groups/$groupId" params={{ groupId: String(id) }}>
          {name}
        </Link>
      ))}
    </span>
  )
}

function RowAction({ name, user }: { name: UserListName; user: ListedUser }) {
  const { disable, enable, remove, askToRemove } = useUserLifecycle()
  switch (name) {
    case 'pending':
      return (
        <Button size="sm" variant="subtle" loading={remove.isPending} onClick={() => void askToRemove(user)}>
          <Trans>Delete</Trans>
        </Button>
      )
    case 'disabled':
      return (
        <Button size="sm" variant="default" loading={enable.isPending} onClick={() => enable.mutate(user)}>
          <Trans>Enable</Trans>
        </Button>
      )
    case 'active':
      return (
        <Button size="sm" variant="default" loading={disable.isPending} onClick={() => disable.mutate(user)}>
          <Trans>Disable</Trans>
        </Button>
      )
  }
}
