import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Badge, Combobox, TextInput, Tooltip, useCombobox } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { Avatar } from '../Avatar.tsx'
import { Dialog } from '../Dialog.tsx'
import { ListSkeleton } from '../ListSkeleton.tsx'
import styles from './PermissionsDialog.module.css'

/** A user who has access or could get it. */
export interface Person {
  id: number
  name: string
  profile_image_url: string
  is_disabled: boolean
}

export interface FoundPerson extends Person {
  email: string
}

interface PermissionsDialogProps {
  /** The owner, whose access cannot be removed. */
  owner: Person
  /** The users who may edit besides the owner; undefined while loading. */
  grantees: readonly Person[] | undefined
  /** The users who match the search; undefined while loading. */
  found: readonly FoundPerson[] | undefined
  term: string
  onSearch(term: string): void
  /** Both promises resolve when the call is done; the implementation reports errors itself. */
  onAdd(id: number): Promise<void>
  onRemove(id: number): Promise<void>
  onClose(): void
}

/** The dialog to choose who may edit a query or a dashboard besides its owner. Every change is saved at once. */
export function PermissionsDialog(props: PermissionsDialogProps) {
  const { owner, grantees, found, term, onSearch, onAdd, onRemove, onClose } = props
  const [isChanging, setIsChanging] = useState(false)
  const change = async (call: Promise<void>) => {
    setIsChanging(true)
    await call
    setIsChanging(false)
  }
  const others = grantees?.filter(({ id }) => id !== owner.id)
  return (
    <Dialog opened onClose={onClose} title={t`Manage Permissions`} size={520}>
      <UserSearch
        term={term}
        found={found?.filter(({ id }) => id !== owner.id)}
        takenIds={others?.map(({ id }) => id) ?? []}
        isDisabled={isChanging || others === undefined}
        onSearch={onSearch}
        onChoose={(id) => void change(onAdd(id))}
      />
      <h3 className={styles.heading}>
        <Trans>Users with permission</Trans>
      </h3>
      <ul className={styles.list} aria-label={t`Users with permission`}>
        <Row person={owner} access={t`Owner`} />
        {others?.map((person) => (
          <Row
            key={person.id}
            person={person}
            access={t`Can edit`}
            onRemove={isChanging ? null : () => void change(onRemove(person.id))}
          />
        ))}
      </ul>
      {others === undefined && <ListSkeleton rows={2} />}
    </Dialog>
  )
}

interface RowProps {
  person: Person
  access: string
  /** null while another change is being saved; omitted if the access cannot be removed. */
  onRemove?: (() => void) | null
}

function Row({ person, access, onRemove }: RowProps) {
  const { id, name, profile_image_url, is_disabled } = person
  return (
    <li className={styles.row}>
      <Avatar id={id} name={name} profile_image_url={profile_image_url} size="lg" />
      <span className={styles.name}>{name}</span>
      {is_disabled && (
        <Badge data-tone="warn">
          <Trans>Disabled</Trans>
        </Badge>
      )}
      <span className={styles.access}>{access}</span>
      {onRemove !== undefined && (
        <Tooltip label={t`Remove`}>
          <ActionIcon aria-label={t`Remove ${name}`} disabled={onRemove === null} onClick={() => onRemove?.()}>
            <IconX size={16} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  )
}

interface UserSearchProps {
  term: string
  found: readonly FoundPerson[] | undefined
  /** Users who have permission already. */
  takenIds: readonly number[]
  isDisabled: boolean
  onSearch(term: string): void
  onChoose(id: number): void
}

/** Searches users by name or email. Choosing one clears the field. */
function UserSearch({ term, found, takenIds, isDisabled, onSearch, onChoose }: UserSearchProps) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  return (
    <Combobox
      store={combobox}
      shadow="md"
      onOptionSubmit={(id) => {
        onChoose(Number(id))
        onSearch('')
        combobox.closeDropdown()
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          placeholder={t`Add users...`}
          aria-label={t`Add users...`}
          leftSection={<IconSearch size={14} stroke={1.75} />}
          value={term}
          disabled={isDisabled}
          data-autofocus
          onChange={(event) => {
            onSearch(event.currentTarget.value)
            combobox.openDropdown()
            combobox.resetSelectedOption()
          }}
          onClick={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options className={styles.options}>
          {found?.map(({ id, name, email, profile_image_url }) => {
            const isTaken = takenIds.includes(id)
            return (
              <Combobox.Option key={id} value={String(id)} disabled={isTaken} className={styles.option}>
                <Avatar id={id} name={name} profile_image_url={profile_image_url} size="lg" />
                <span className={styles.found}>
                  <span>{name}</span>
                  <span className={styles.details}>{email}</span>
                </span>
                {isTaken && (
                  <span className={styles.details}>
                    <Trans>Has permission already</Trans>
                  </span>
                )}
              </Combobox.Option>
            )
          })}
          {found === undefined && (
            <Combobox.Empty>
              <Trans>Loading...</Trans>
            </Combobox.Empty>
          )}
          {found?.length === 0 && (
            <Combobox.Empty>
              <Trans>Sorry, we couldn't find anything.</Trans>
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
