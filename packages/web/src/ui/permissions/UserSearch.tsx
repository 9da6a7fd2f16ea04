import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Avatar } from '../Avatar.tsx'
import styles from './PermissionsDialog.module.css'
import type { FoundPerson } from './PermissionsDialog.tsx'

interface UserSearchProps {
  term: string
  found: readonly FoundPerson[] | undefined
  /** Those who cannot be chosen again. */
  takenIds: readonly number[]
  isDisabled: boolean
  onSearch(term: string): void
  onChoose(id: number): void
}

/** Finds a user by name or email. Choosing one empties the field for the next. */
export function UserSearch({ term, found, takenIds, isDisabled, onSearch, onChoose }: UserSearchProps) {
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
          placeholder="Add users..."
          aria-label="Add users..."
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
                {isTaken && <span className={styles.details}>Has permission already</span>}
              </Combobox.Option>
            )
          })}
          {found === undefined && <Combobox.Empty>Loading...</Combobox.Empty>}
          {found?.length === 0 && <Combobox.Empty>Sorry, we couldn't find anything.</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
