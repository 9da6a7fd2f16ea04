import { Combobox, UnstyledButton, useCombobox } from '@mantine/core'
import type { DataSource } from '@sightline/contract/data-sources.ts'
import { IconDatabase, IconSelector } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import styles from './SourcePane.module.css'

interface SourcePickerProps {
  sources: readonly DataSource[]
  source: DataSource | null
  isDisabled: boolean
  onChoose(id: number): void
}

/** Chooses the data source that a query asks. */
export function SourcePicker({ sources, source, isDisabled, onChoose }: SourcePickerProps) {
  const [search, setSearch] = useState('')
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      setSearch('')
      combobox.resetSelectedOption()
    },
  })
  // Once the list is the one that was searched for: what stands out in it is what Enter takes.
  const { selectFirstOption, resetSelectedOption } = combobox
  useEffect(() => {
    if (search === '') resetSelectedOption()
    else selectFirstOption()
  }, [search, selectFirstOption, resetSelectedOption])
  const found = sources.filter((each) => each.name.toLowerCase().includes(search.trim().toLowerCase()))
  return (
    <Combobox
      store={combobox}
      shadow="md"
      onOptionSubmit={(value) => {
        combobox.closeDropdown()
        combobox.focusTarget()
        const id = Number(value)
        if (id !== source?.id) onChoose(id)
      }}
    >
      <Combobox.Target targetType="button">
        <UnstyledButton
          className={styles.picker}
          aria-label={`Data source: ${source?.name ?? 'none'}`}
          disabled={isDisabled}
          onClick={() => combobox.toggleDropdown()}
        >
          <span className={styles.sourceIcon}>
            <IconDatabase size={13} stroke={1.75} />
          </span>
          <span className={styles.sourceName}>{source?.name ?? 'Choose a data source'}</span>
          {!isDisabled && <IconSelector size={14} stroke={1.75} className={styles.faint} />}
        </UnstyledButton>
      </Combobox.Target>
      <Combobox.Dropdown className={styles.dropdown}>
        <Combobox.Search
          classNames={{ input: styles.pickerSearch }}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          placeholder="Search data sources..."
          aria-label="Search data sources"
        />
        <Combobox.Options className={styles.options}>
          {found.map((each) => (
            <Combobox.Option key={each.id} value={String(each.id)} active={each.id === source?.id}>
              {each.name}
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>Sorry, we couldn't find anything.</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
