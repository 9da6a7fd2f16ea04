import { ActionIcon, Button, Tooltip } from '@mantine/core'
import type { DataSource, SchemaTable } from '@sightline/contract/data-sources.ts'
import { IconAlignLeft, IconBolt, IconBraces, IconDeviceFloppy, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, type Ref, Suspense, useState } from 'react'
import { usePermission } from '../../../app/session.ts'
import type { TextRange } from '../../../editor/error-place.ts'
import { dialectTitle } from '../../../editor/quoted-name.ts'
import type { CursorPlace, EditorHandle } from '../../../editor/SqlEditor.tsx'
import type { EditorSnippet } from '../../../editor/snippets.ts'
import { ButtonKey, keyName } from '../../../ui/keyboard.tsx'
import { type LiveValue, liveValue, useLive } from '../../../ui/live-value.ts'
import { snippetsQuery } from '../../snippets/api.ts'
import { DialectMenu } from './DialectMenu.tsx'
import styles from './EditorPane.module.css'

// The editor is the largest part of the page: everything around it is there first.
const SqlEditor = lazy(async () => {
  // What is selected is drawn by the width of letters, which is measured once: the font has to be there before, or another stays.
  const [editor] = await Promise.all([
    import('../../../editor/SqlEditor.tsx'),
    document.fonts.load('12.5px "JetBrains Mono Variable"').catch(() => []),
  ])
  return editor
})

interface EditorPaneProps {
  ref: Ref<EditorHandle>
  text: LiveValue<string>
  source: DataSource | null
  dialect: string
  tables: readonly SchemaTable[]
  /** null: not offered, the schema is too large for it. */
  isLiveAutocomplete: boolean | null
  isReadOnly: boolean
  canExecute: boolean
  /** Why the query cannot be run, where that is not in plain sight. */
  whyNot: string | null
  canSave: boolean
  isSaving: boolean
  error: TextRange | null
  onText(text: string): void
  onToggleAutocomplete(): void
  onSave(): void
  onExecute(): void
  onFormat(): void
  onAddParameter(): void
  /** null for those who may not choose. */
  onDialect: ((dialect: string) => void) | null
}

const none: readonly EditorSnippet[] = []

const iconOf = { size: 16, stroke: 1.75 }

/** The text of the query, and the bar below it. */
export function EditorPane(props: EditorPaneProps) {
  const { ref, text, source, dialect, tables, isLiveAutocomplete, isReadOnly, canExecute, canSave, isSaving, error } = props
  const [cursor] = useState(() => liveValue<CursorPlace>({ line: 1, column: 1, hasSelection: false }))
  const syntax = source?.syntax ?? 'sql'
  // Without them the editor is as good as ever: a failure is none of it.
  const { data: snippets = none } = useQuery(snippetsQuery)
  return (
    <section className={styles.pane} aria-label="Query text">
      <div className={styles.editor}>
        <Suspense fallback={<Waiting text={text} />}>
          <SqlEditor
            ref={ref}
            text={text}
            label="Query text"
            syntax={syntax}
            dialect={dialect}
            tables={tables}
            snippets={snippets}
            isLiveAutocomplete={isLiveAutocomplete ?? false}
            isReadOnly={isReadOnly}
            error={error}
            onChange={props.onText}
            onCursor={cursor.set}
            onSave={props.onSave}
            onExecute={props.onExecute}
            onFormat={props.onFormat}
            onAddParameter={props.onAddParameter}
          />
        </Suspense>
      </div>
      <div className={styles.bar} role="toolbar" aria-label="Editor">
        <Tooltip label={`Add parameter (${keyName('Ctrl')} P)`}>
          <ActionIcon aria-label="Add parameter" onClick={props.onAddParameter} disabled={isReadOnly}>
            <IconBraces {...iconOf} />
          </ActionIcon>
        </Tooltip>
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
              <SourceName source={source} />
              {/* A language that only this type of source speaks has no other name. */}
              {syntax !== 'custom' &&
                !source.dialects &&
                ` · ${syntax === 'sql' ? dialectTitle(dialect) : syntax.toUpperCase()}`}
            </span>
            {source.dialects && (
              <DialectMenu
                dialects={source.dialects}
                dialect={dialect}
                isDisabled={props.onDialect === null}
                onChoose={(chosen) => props.onDialect?.(chosen)}
              />
            )}
          </>
        )}
        <span className={styles.spring} />
        <Cursor cursor={cursor} />
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
        <ExecuteOfEditor cursor={cursor} isEnabled={canExecute} whyNot={props.whyNot} onExecute={props.onExecute} />
      </div>
    </section>
  )
}

/** The text while the editor is on its way. */
const Waiting = ({ text }: { text: LiveValue<string> }) => (
  <pre className={styles.waiting}>{useLive(text, (written) => written)}</pre>
)

function Cursor({ cursor }: { cursor: LiveValue<CursorPlace> }) {
  const { line, column } = useLive(cursor, (place) => place)
  return (
    <span className={styles.cursor}>
      Ln {line}, Col {column}
    </span>
  )
}

/** The name of the data source, for admins the way to it. */
function SourceName({ source: { id, name } }: { source: DataSource }) {
  if (!usePermission('admin')) return name
  return (
    <Link to="/data_sources/$dataSourceId" params={{ dataSourceId: String(id) }} className={styles.source}>
      {name}
    </Link>
  )
}

interface ExecuteButtonProps {
  isEnabled: boolean
  /** Why it is not enabled, where that is not in plain sight. */
  whyNot: string | null
  onExecute(): void
  /** What stands in it; its usual name when left out. */
  children?: ReactNode
}

/** The button that runs the query, or what of its text is selected. */
function ExecuteOfEditor({ cursor, ...button }: ExecuteButtonProps & { cursor: LiveValue<CursorPlace> }) {
  const hasSelection = useLive(cursor, (place) => place.hasSelection)
  return (
    <ExecuteButton {...button}>
      {/* Both are there, one on the other: the button is as wide as the wider one, and the bar stays as it is. */}
      <span className={styles.faces} data-selected={hasSelection || undefined}>
        {executeFace}
        <span className={styles.face}>
          <IconPlayerPlayFilled size={14} />
          Execute Selected
        </span>
      </span>
    </ExecuteButton>
  )
}

const executeFace = (
  <span className={styles.face}>
    <IconPlayerPlayFilled size={14} />
    Execute
    <ButtonKey>{keyName('Ctrl')} ↵</ButtonKey>
  </span>
)

/** The button that runs the query. */
export function ExecuteButton({ isEnabled, whyNot, onExecute, children = executeFace }: ExecuteButtonProps) {
  // A disabled button takes no focus and tells nothing: one that has a reason to give stays within reach.
  const disabled =
    whyNot === null ? { disabled: !isEnabled } : { 'data-disabled': true, 'aria-disabled': true, 'aria-description': whyNot }
  return (
    <Tooltip label={whyNot} disabled={whyNot === null} openDelay={0}>
      <Button
        variant="filled"
        size="sm"
        onClick={(event) => (whyNot === null ? onExecute() : event.preventDefault())}
        {...disabled}
      >
        {children}
      </Button>
    </Tooltip>
  )
}
