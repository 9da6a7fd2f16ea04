import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, TextInput, Tooltip } from '@mantine/core'
import type { Group } from '@sightline/contract/groups.ts'
import { listPageByName } from '@sightline/domain/list-page.ts'
import { IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Navigate, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/error.ts'
import { ClientListPage } from '../../app/ClientListPage.tsx'
import { SettingsNavigation } from '../../app/SettingsPage.tsx'
import { usePermission } from '../../app/session.ts'
import { pageLanguage } from '../../language/i18n.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { ListColumn } from '../../ui/ItemsTable.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { FormError } from '../../ui/Notice.tsx'
import { createGroup, groupsQuery } from './api.ts'
import styles from './GroupsPage.module.css'
import { useRemoveGroup } from './use-remove-group.ts'

/** The list with the dialog for a new group. For admins. */
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

/** The list of groups: all for admins, their own for others. */
export function GroupsPage() {
  const isAdmin = usePermission('admin')
  return (
    <ClientListPage
      title={t`Groups`}
      searchLabel={t`Search groups...`}
      navigation={<SettingsNavigation />}
      searchPlace="content"
      action={
        isAdmin && (
          <LinkButton to="/groups/new" leftSection={<IconPlus size={16} stroke={1.75} />}>
            <Trans>New Group</Trans>
          </LinkButton>
        )
      }
      columns={isAdmin ? [...columns, deleteColumn] : columns}
      keyOf={(group) => group.id}
      result={useQuery(groupsQuery)}
      listed={(groups, list) => listPageByName(groups, list, pageLanguage)}
      standard={{ page_size: 10, order: 'name' }}
      empty={<EmptyState icon={<IconUsersGroup size={20} stroke={1.75} />} title={t`You are not in any group.`} />}
    />
  )
}

const columns: ListColumn<Group>[] = [
  { kind: 'custom', title: t`Name`, order: 'name', render: (group) => <GroupName group={group} /> },
  { kind: 'custom', title: t`Show`, render: (group) => <GroupLinks group={group} />, width: 220, hideBelow: 600 },
]
const deleteColumn: ListColumn<Group> = {
  kind: 'actions',
  title: t`Actions`,
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
      {type === 'builtin' && (
        <Badge>
          <Trans>built-in</Trans>
        </Badge>
      )}
    </span>
  )
}

function GroupLinks({ group: { id } }: { group: Group }) {
  const isAdmin = usePermission('admin')
  const params = { groupId: String(id) }
  return (
    <span className={styles.links}>
      <Link to="/groups/$groupId" params={params}>
        <Trans>Members</Trans>
      </Link>
      {isAdmin && (
        <Link to="/groups/$groupId/data_sources" params={params}>
          <Trans>Data Sources</Trans>
        </Link>
      )}
    </span>
  )
}

function DeleteButton({ group }: { group: Group }) {
  const { remove, askToRemove } = useRemoveGroup(group)
  const isBuiltin = group.type === 'builtin'
  return (
    <Tooltip label={t`Cannot delete built-in group`} disabled={!isBuiltin}>
      <Button
        size="sm"
        variant="subtle"
        loading={remove.isPending}
        // Not `disabled`, because the tooltip must be reachable by pointer and keyboard.
        data-disabled={isBuiltin || undefined}
        aria-disabled={isBuiltin}
        onClick={() => {
          if (!isBuiltin) void askToRemove()
        }}
      >
        <Trans>Delete</Trans>
      </Button>
    </Tooltip>
  )
}

/** The dialog that creates a group and opens its page. */
export function CreateDialog({ onClose }: { onClose(): void }) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const isBlank = name.trim() === ''
  const create = useMutation({
    mutationFn: () => createGroup(name.trim()),
    onSuccess: ({ id }) => {
      void cache.invalidateQueries({ queryKey: groupsQuery.queryKey })
      void navigate({ to: '/groups/$groupId', params: { groupId: String(id) } })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBlank && !create.isPending) create.mutate()
  }
  return (
    <Dialog opened isDirty={!isBlank} onClose={onClose} title={t`Create a New Group`} size={480}>
      <form noValidate className={styles.form} onSubmit={submit}>
        {create.error && <FormError>{messageOf(create.error) ?? t`Failed saving.`}</FormError>}
        <TextInput
          label={t`Group Name`}
          value={name}
          maxLength={255}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <div className={styles.footer}>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={create.isPending} disabled={isBlank || create.isPending}>
            <Trans>Create</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
