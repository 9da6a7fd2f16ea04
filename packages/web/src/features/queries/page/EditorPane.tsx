import { ActionIcon, Button, Tooltip } from '@mantine/core'
import type { DataSource, SchemaTable } from '@sightline/contract/data-sources.ts'
import { IconAlignLeft, IconBolt, IconDeviceFloppy, IconPlayerPlayFilled } from '@tabler/icons-react'
import { lazy, type Ref, Suspense, useState } from 'react'
import type { TextRange } from '../../../editor/error-place.ts'
import { dialectTitle } from '../../../editor/quoted-name.ts'
import type { CursorPlace, EditorHandle } from '../../../editor/SqlEditor.tsx'
import { ButtonKey } from '../../../ui/Keys.tsx'
import { keyName } from '../../../ui/key-names.ts'
import styles from './EditorPane.module.css'

// The editor is the largest part of the page: everything around it is there first.
const SqlEditor = lazy(() => import('../../../editor/SqlEditor.tsx'))

interface EditorPaneProps {
  ref: Ref<EditorHandle>
  text: string
  source: DataSource | null
  tables: readonly SchemaTable[]
  /** null: not offered, the schema is too large for it. */
  isLiveAutocomplete: boolean | null
  isReadOnly: boolean
  canExecute: boolean
  canSave: boolean
  isSaving: boolean
  error: TextRange | null
  onText(text: string): void
  onToggleAutocomplete(): void
  onSave(): void
  onExecute(): void
  onFormat(): void
}

const iconOf = { size: 16, stroke: 1.75 }

/** The text of the query, and the bar below it. */
export function EditorPane(props: EditorPaneProps) {
  const { ref, text, source, tables, isLiveAutocomplete, isReadOnly, canExecute, canSave, isSaving, error } = props
  const [cursor, setCursor] = useState<CursorPlace>({ line: 1, column: 1 })
  const syntax = source?.syntax ?? 'sql'
  return (
    <section className={styles.pane} aria-label="Query text">
      <div className={styles.editor}>
        <Suspense fallback={<pre className={styles.waiting}>{text}</pre>}>
          <SqlEditor
            ref={ref}
            value={text}
            label="Query text"
            syntax={syntax}
            dialect={source?.dialect ?? ''}
            tables={tables}
            isLiveAutocomplete={isLiveAutocomplete ?? false}
            isReadOnly={isReadOnly}
            error={error}
            onChange={props.onText}
            onCursor={setCursor}
            onSave={props.onSave}
            onExecute={props.onExecute}
            onFormat={props.onFormat}
          />
        </Suspense>
      </div>
      <div className={styles.bar} role="toolbar" aria-label="Editor">
        <Tooltip label={`Format query (${keyName('Ctrl')} Shift F)`}>
          <ActionIcon aria-label="Format query" onClick={props.onFormat} disabled={isReadOnly}>
            <IconAlignLeft {...iconOf} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={isLiveAutocomplete === null ? 'The schema is too large for live autocomplete' : 'Live autocomplete'}>
          <ActionIcon
            aria-label="Live autocomplete"
            aria-pressed={isLiveAutocomplete ?? false}
            data-on={isLiveAutocomplete || undefined}
            className={styles.toggle}
            onClick={props.onToggleAutocomplete}
            disabled={isLiveAutocomplete === null}
          >
            <IconBolt {...iconOf} />
          </ActionIcon>
        </Tooltip>
        {source !== null && (
          <>
            <span className={styles.rule} />
            <span className={styles.note}>
              {source.name} · {syntax === 'sql' ? dialectTitle(source.dialect) : syntax.toUpperCase()}
            </span>
          </>
        )}
        <span className={styles.spring} />
        <span className={styles.cursor}>
          Ln {cursor.line}, Col {cursor.column}
        </span>
        {canSave && (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconDeviceFloppy {...iconOf} />}
            rightSection={<ButtonKey>{keyName('Ctrl')} S</ButtonKey>}
            onClick={props.onSave}
            loading={isSaving}
          >
            Save
          </Button>
        )}
        <ExecuteButton isEnabled={canExecute} onExecute={props.onExecute} />
      </div>
    </section>
  )
}

/** The button that runs the query. */
export function ExecuteButton({ isEnabled, onExecute }: { isEnabled: boolean; onExecute(): void }) {
  return (
    <Button
      variant="filled"
      size="sm"
      leftSection={<IconPlayerPlayFilled size={14} />}
      rightSection={<ButtonKey>{keyName('Ctrl')} ↵</ButtonKey>}
      disabled={!isEnabled}
      onClick={onExecute}
    >
      Execute
    </Button>
  )
}
