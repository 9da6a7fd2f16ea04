import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { IconCode, IconLayoutDashboard, IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Keys, keyName } from '../../ui/keyboard.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import styles from './HeaderSearch.module.css'
import { SEARCH_ID } from './shortcuts.ts'
import { type SearchHit, useItemSearch, useOpenHit } from './use-item-search.ts'

const iconProps = { size: 14, stroke: 1.75 }

/** The search box of the header. It shows hits while typing; Enter opens the list of queries with the search term. */
export function HeaderSearch() {
  const navigate = useNavigate()
  const open = useOpenHit()
  const [text, setText] = useState('')
  const { hits, emptyText } = useItemSearch(text)
  const isSearching = text.trim() !== ''
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const leave = () => {
    setText('')
    combobox.closeDropdown()
    document.getElementById(SEARCH_ID)?.blur()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const q = text.trim()
    void navigate({ to: '/queries', search: { q: q === '' ? undefined : q } })
    leave()
  }
  return (
    <search className={styles.box}>
      <form onSubmit={submit}>
        <Combobox
          store={combobox}
          // A mounted dropdown keeps recomputing its position.
          keepMounted={false}
          shadow="md"
          width={360}
          position="bottom-end"
          onOptionSubmit={(key) => {
            const item = hits.find((each) => keyOf(each) === key)
            if (item) open(item)
            leave()
          }}
        >
          <Combobox.Target withExpandedAttribute>
            <TextInput
              id={SEARCH_ID}
              type="search"
              placeholder={t`Search queries...`}
              aria-label={t`Search queries...`}
              aria-keyshortcuts="/"
              autoComplete="off"
              leftSection={<IconSearch {...iconProps} aria-hidden />}
              rightSection={<Keys keys={['/']} />}
              rightSectionPointerEvents="none"
              classNames={{ input: styles.input, section: styles.section }}
              value={text}
              onChange={(event) => {
                setText(event.currentTarget.value)
                combobox.openDropdown()
                combobox.resetSelectedOption()
              }}
              onFocus={() => isSearching && combobox.openDropdown()}
              onBlur={() => combobox.closeDropdown()}
              onKeyDown={(event) => {
                if (event.key === 'Escape') event.currentTarget.blur()
              }}
            />
          </Combobox.Target>
          <Combobox.Dropdown hidden={!isSearching}>
            <Combobox.Options aria-label={t`Search results`}>
              {hits.map((item) => (
                <Combobox.Option key={keyOf(item)} value={keyOf(item)} className={styles.option}>
                  {item.kind === 'query' ? <IconCode {...iconProps} /> : <IconLayoutDashboard {...iconProps} />}
                  <span className={styles.name}>{item.name}</span>
                  <StatusBadge isDraft={item.is_draft} isArchived={item.is_archived} />
                </Combobox.Option>
              ))}
              {isSearching && hits.length === 0 && <Combobox.Empty>{emptyText}</Combobox.Empty>}
            </Combobox.Options>
            <Combobox.Footer className={styles.hint}>
              <Trans>
                <Keys keys={[keyName('Ctrl'), 'K']} /> goes to any page or action
              </Trans>
            </Combobox.Footer>
          </Combobox.Dropdown>
        </Combobox>
      </form>
    </search>
  )
}

const keyOf = ({ kind, urlPart }: SearchHit) => `${kind}/${urlPart}`
