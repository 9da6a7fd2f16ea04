import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import type { DataSource, SchemaTable, TextPassing } from '@sightline/contract/data-sources.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { dialectTitle, sqlTitle } from '@sightline/domain/sql-text/quoted-name.ts'
import { IconAlignLeft, IconBolt, IconBraces, IconCheck, IconChevronDown, IconDeviceFloppy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, type Ref, Suspense, useState } from 'react'
import { usePermission } from '../../../app/session.ts'
import type { TextRange } from '../../../editor/error-range.ts'
import type { CursorPosition, EditorHandle } from '../../../editor/SqlEditor.tsx'
import type { EditorSnippet } from '../../../editor/snippets.ts'
import { afterPaint } from '../../../ui/after-paint.ts'
import { ariaShortcut, ButtonKey, keyName } from '../../../ui/keyboard.tsx'
import { type LiveValue, liveValue, useLive } from '../../../ui/live-value.ts'
import { snippetsQuery } from '../../snippets/api.ts'
import { AutoLimitChip, type AutoLimitChipProps } from './AutoLimit.tsx'
import styles from './EditorPane.module.css'
import { ExecuteInEditorButton } from './ExecutionControls.tsx'

// The editor is the largest part of the page: everything else is seen first, also the text.
const SqlEditor = lazy(async () => {
  await afterPaint()
  // The editor measures the width of characters only once, so the font has to be loaded before.
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
  /** The language of the text (`textLanguage`); null without a data source. */
  language: string | null
  /** How the data source gets texts that are passed as values; undefined if it escapes them. */
  textPassing: TextPassing | undefined
  parameters: readonly Definition[]
  tables: readonly SchemaTable[]
  /** null if the schema is too large for it. */
  isLiveAutocomplete: boolean | null
  isReadOnly: boolean
  /** Shown above the text. */
  note: ReactNode
  /** Whether the editor takes the focus when the page opens. */
  takesFocus: boolean
  canExecute: boolean
  /** Why the query cannot be executed; null if it can, or if the reason is obvious. */
  disabledReason: string | null
  canSave: boolean
  isSaving: boolean
  error: TextRange | null
  onText(text: string): void
  onToggleAutocomplete(): void
  onSave(): void
  onExecute(): void
  onExecuteStatement(): void
  onFormat(): void
  onAddParameter(): void
  /** null if the user may not choose. */
  onDialect: ((dialect: string) => void) | null
  autoLimit: AutoLimitChipProps
}

const none: readonly EditorSnippet[] = []

const iconOf = { size: 16, stroke: 1.75 }

/** The editor with the toolbar below it. */
export function EditorPane(props: EditorPaneProps) {
  const { ref, text, source, dialect, tables, isLiveAutocomplete, isReadOnly, canExecute, canSave, isSaving, error } = props
  const [cursor] = useState(() => liveValue<CursorPosition>({ line: 1, column: 1, hasSelection: false }))
  const syntax = source?.syntax ?? 'sql'
  // Optional: the editor works without them, so a failure is not shown.
  const { data: snippets = none } = useQuery(snippetsQuery)
  return (
    <section className={styles.pane} aria-label={t`Query`}>
      {props.note}
      <div className={styles.editor}>
        <Suspense fallback={<PlainText text={text} />}>
          <SqlEditor
            ref={ref}
            text={text}
            label={t`Query text`}
            syntax={syntax}
            dialect={dialect}
            language={props.language}
            textPassing={props.textPassing}
            parameters={props.parameters}
            tables={tables}
            snippets={snippets}
            isLiveAutocomplete={isLiveAutocomplete ?? false}
            isReadOnly={isReadOnly}
            takesFocus={props.takesFocus}
            error={error}
            onChange={props.onText}
            onCursor={cursor.set}
            onSave={props.onSave}
            onExecute={props.onExecute}
            onExecuteStatement={props.onExecuteStatement}
            onFormat={props.onFormat}
            onAddParameter={props.onAddParameter}
          />
        </Suspense>
      </div>
      <div className={styles.bar} role="toolbar" aria-label={t`Editor`}>
        <Tooltip label={t`Add parameter (${keyName('Ctrl')} P)`}>
          <ActionIcon
            aria-label={t`Add parameter`}
            aria-keyshortcuts={ariaShortcut('P')}
            onClick={props.onAddParameter}
            disabled={isReadOnly}
          >
            <IconBraces {...iconOf} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t`Format query (${keyName('Ctrl')} Shift F)`}>
          <ActionIcon
            aria-label={t`Format query`}
            aria-keyshortcuts={ariaShortcut('Shift+F')}
            onClick={props.onFormat}
            disabled={isReadOnly}
          >
            <IconAlignLeft {...iconOf} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={isLiveAutocomplete === null ? t`The schema is too large for live autocomplete` : t`Live autocomplete`}>
          <ActionIcon
            aria-label={t`Live autocomplete`}
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
              {/* A custom syntax is named like the data source. */}
              {syntax !== 'custom' &&
                !source.dialects &&
                ` · ${syntax === 'sql' ? sqlTitle(dialect, source) : syntax.toUpperCase()}`}
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
        {source?.supports_auto_limit && <AutoLimitChip {...props.autoLimit} text={text} dialect={dialect} />}
        <span className={styles.spring} />
        <Cursor cursor={cursor} />
        {canSave && (
          <Button
            className={styles.save}
            variant="default"
            size="sm"
            leftSection={<IconDeviceFloppy {...iconOf} />}
            rightSection={
              <ButtonKey>
                <Trans>{keyName('Ctrl')} S</Trans>
              </ButtonKey>
            }
            onClick={props.onSave}
            aria-keyshortcuts={ariaShortcut('S')}
            loading={isSaving}
          >
            <Trans>Save</Trans>
          </Button>
        )}
        <ExecuteInEditorButton
          cursor={cursor}
          isEnabled={canExecute}
          disabledReason={props.disabledReason}
          onExecute={props.onExecute}
        />
      </div>
    </section>
  )
}

/** The text while the editor is loading. */
const PlainText = ({ text }: { text: LiveValue<string> }) => (
  <pre className={styles.waiting}>{useLive(text, (written) => written)}</pre>
)

function Cursor({ cursor }: { cursor: LiveValue<CursorPosition> }) {
  const { line, column } = useLive(cursor, (position) => position)
  return (
    <span className={styles.cursor}>
      <Trans>
        Ln {line}, Col {column}
      </Trans>
    </span>
  )
}

/** The name of the data source; a link for admins. */
function SourceName({ source: { id, name } }: { source: DataSource }) {
  if (!usePermission('admin')) return name
  return (
    <Link to="/data_sources/$dataSourceId" params={{ dataSourceId: String(id) }} className={styles.source}>
      {name}
    </Link>
  )
}

interface DialectMenuProps {
  dialects: readonly string[]
  dialect: string
  isDisabled: boolean
  onChoose(dialect: string): void
}

/** Chooses the SQL dialect of the query, if its data source supports several. */
function DialectMenu({ dialects, dialect, isDisabled, onChoose }: DialectMenuProps) {
  const title = dialectTitle(dialect)
  return (
    <Menu position="top-start" width={180} checkIcon={<IconCheck size={14} stroke={1.75} />} alignItemsLabels="with-indicators">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-label={t`SQL dialect: ${title}`}
          disabled={isDisabled}
          rightSection={<IconChevronDown size={14} stroke={1.75} />}
        >
          {title}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={dialect} onChange={onChoose}>
          {dialects.map((each) => (
            <Menu.RadioItem key={each} value={each} closeMenuOnClick>
              {dialectTitle(each)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
