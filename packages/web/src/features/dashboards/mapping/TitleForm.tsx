import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import styles from './mapping.module.css'

/** Characters of the title that a widget gives to a parameter. */
const MAX_TITLE_LENGTH = 100

interface TitleFormProps {
  /** '' for the parameter's own. */
  title: string
  /** The parameter's own. */
  usual: string
  onSave(title: string): void
  onCancel(): void
}

/** Writes the title of a parameter on the dashboard. Nothing counts before OK. */
export function TitleForm({ title, usual, onSave, onCancel }: TitleFormProps) {
  const [typed, setTyped] = useState(title)
  const save = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    onSave(typed.trim())
  }
  return (
    <form className={styles.form} onSubmit={save}>
      <TextInput
        label="Title"
        placeholder={usual}
        value={typed}
        maxLength={MAX_TITLE_LENGTH}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className={styles.buttons}>
        <Button variant="default" size="sm" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" size="sm">
          OK
        </Button>
      </div>
    </form>
  )
}
