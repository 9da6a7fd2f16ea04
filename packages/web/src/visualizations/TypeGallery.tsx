import { Combobox, InputBase, useCombobox } from '@mantine/core'
import { type KeyboardEvent, useRef } from 'react'
import styles from './TypeGallery.module.css'
import type { TypeChoice } from './type-choices.ts'

interface TypeGalleryProps {
  choices: readonly TypeChoice[]
  /** The key of the current choice. */
  value: string
  onChoose(choice: TypeChoice): void
}

/** Chooses the type of a visualization, and the kind of a chart, from cards: those that fit the result come first. */
export function TypeGallery({ choices, value, onChoose }: TypeGalleryProps) {
  const cards = useRef<HTMLDivElement>(null)
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.selectActiveOption(),
    onDropdownClose: () => combobox.resetSelectedOption(),
  })
  const current = choices.find(({ key }) => key === value)
  const groups = [
    { label: 'Fits this result', members: choices.filter(({ fits }) => fits) },
    { label: 'Needs other columns', members: choices.filter(({ fits }) => !fits) },
  ].filter(({ members }) => members.length > 0)

  const onKeyDown = (event: KeyboardEvent) => {
    if (!combobox.dropdownOpened) return
    const options = [...(cards.current?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])]
    const next = neighbour(options, combobox.getSelectedOptionIndex(), event.key)
    if (next === null) return
    event.preventDefault()
    event.stopPropagation()
    combobox.selectOption(next)
  }
  return (
    <Combobox
      store={combobox}
      width="min(560px, calc(100vw - 24px))"
      position="bottom-start"
      middlewares={{ flip: false, shift: true, size: { padding: 12 } }}
      onOptionSubmit={(key) => {
        const chosen = choices.find((choice) => choice.key === key)
        if (chosen && key !== value) onChoose(chosen)
        combobox.closeDropdown()
      }}
    >
      <Combobox.Target targetType="button" withExpandedAttribute>
        <InputBase
          component="button"
          type="button"
          role="combobox"
          pointer
          data-autofocus
          label="Visualization Type"
          leftSection={current && <current.icon size={16} stroke={1.75} />}
          rightSection={<Combobox.Chevron />}
          rightSectionPointerEvents="none"
          classNames={{ input: styles.value }}
          // In the capture phase, because the target itself moves up and down by one card.
          onKeyDownCapture={onKeyDown}
          onClick={() => combobox.toggleDropdown()}
        >
          {current?.name ?? value}
        </InputBase>
      </Combobox.Target>
      <Combobox.Dropdown className={styles.dropdown}>
        <Combobox.Options ref={cards} className={styles.cards} aria-label="Visualization Type">
          {groups.map(({ label, members }) => (
            <Combobox.Group key={label} label={label} classNames={{ group: styles.group, groupLabel: styles.label }}>
              {members.map(({ key, name, icon: Icon }) => (
                <Combobox.Option key={key} value={key} active={key === value} className={styles.card}>
                  <Icon size={20} stroke={1.75} />
                  {name}
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** The index of the card that a key leads to from the one at an index; null for other keys, and at the edges. */
function neighbour(cards: readonly HTMLElement[], at: number, key: string): number | null {
  const within = (index: number) => (index >= 0 && index < cards.length ? index : null)
  if (key === 'ArrowRight') return within(at + 1)
  if (key === 'ArrowLeft') return within(at - 1)
  if (key === 'Home') return within(0)
  if (key === 'End') return within(cards.length - 1)
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return null
  const from = cards[at]
  if (!from) return within(0)
  const isDown = key === 'ArrowDown'
  const rows = cards.map((card) => card.offsetTop)
  const row = rows.filter((top) => (isDown ? top > from.offsetTop : top < from.offsetTop))
  if (row.length === 0) return at
  const top = isDown ? Math.min(...row) : Math.max(...row)
  const distance = (index: number) => Math.abs((cards[index]?.offsetLeft ?? 0) - from.offsetLeft)
  return cards
    .map((_, index) => index)
    .filter((index) => rows[index] === top)
    .reduce((a, b) => (distance(b) < distance(a) ? b : a))
}
