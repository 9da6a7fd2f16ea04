import { selectTag } from '@sightline/domain/tags.ts'
import { IconHash } from '@tabler/icons-react'
import styles from './TagsFilter.module.css'

interface TagsFilterProps {
  tags: { name: string; count: number }[]
  selected: string[]
  onChange(selected: string[]): void
}

/** The tags of a list with their counts. A click chooses one, with shift it adds or removes one. */
export function TagsFilter({ tags, selected, onChange }: TagsFilterProps) {
  return (
    <fieldset className={styles.root} aria-label="Tags">
      {tags.map(({ name, count }) => (
        <button
          key={name}
          type="button"
          className={styles.tag}
          aria-pressed={selected.includes(name)}
          onClick={(event) => onChange(selectTag(selected, name, event.shiftKey))}
        >
          <IconHash size={14} stroke={1.75} aria-hidden />
          <span className={styles.name}>{name}</span>
          <span className={styles.count}>{count}</span>
        </button>
      ))}
    </fieldset>
  )
}
