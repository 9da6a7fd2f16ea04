import { ActionIcon, Drawer, SegmentedControl, Splitter, Tooltip } from '@mantine/core'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { IconLayoutSidebar } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import styles from './page.module.css'

interface PanesProps {
  source: ReactNode
  editor: ReactNode
  result: ReactNode
  isRunning: boolean
}

const splitStyles = { root: styles.split, handle: styles.edge, thumb: styles.grip, pane: styles.pane }

/**
 * Source mode's three panes. The sizes are remembered. In a narrow window the schema is a drawer, in a very narrow one
 * editor and result take turns.
 */
export function Panes({ source, editor, result, isRunning }: PanesProps) {
  const isNarrow = useMediaQuery('(max-width: 1100px)', false, { getInitialValueInEffect: false })
  const isVeryNarrow = useMediaQuery('(max-width: 800px)', false, { getInitialValueInEffect: false })
  const [sourceWidth, setSourceWidth] = useLocalStorage({
    key: 'sightline-schema-width',
    defaultValue: 264,
    getInitialValueInEffect: false,
  })
  const [editorShare, setEditorShare] = useLocalStorage({
    key: 'sightline-editor-share',
    defaultValue: 45,
    getInitialValueInEffect: false,
  })

  if (isVeryNarrow) return <TakingTurns source={source} editor={editor} result={result} isRunning={isRunning} />
  const work = (
    <div className={styles.work}>
      <Splitter
        orientation="vertical"
        classNames={splitStyles}
        lineSize={1}
        onResizeEnd={(_, [first]) => setEditorShare(Math.round(Number.parseFloat(String(first))))}
      >
        <Splitter.Pane defaultSize={editorShare} min={15}>
          {editor}
        </Splitter.Pane>
        <Splitter.Pane defaultSize={100 - editorShare} min={15}>
          {result}
        </Splitter.Pane>
      </Splitter>
    </div>
  )
  if (isNarrow) {
    return (
      <div className={styles.body}>
        <SourceDrawer>{source}</SourceDrawer>
        <div className={styles.split}>{work}</div>
      </div>
    )
  }
  return (
    <div className={styles.body}>
      <Splitter
        classNames={splitStyles}
        lineSize={1}
        withHandle={false}
        step="16px"
        shiftStep="64px"
        onResizeEnd={(_, [first]) => setSourceWidth(Math.round(Number.parseFloat(String(first))))}
      >
        <Splitter.Pane defaultSize={`${sourceWidth}px`} min="200px" max="480px">
          {source}
        </Splitter.Pane>
        <Splitter.Pane defaultSize={100} min="320px">
          {work}
        </Splitter.Pane>
      </Splitter>
    </div>
  )
}

function SourceDrawer({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={styles.rail}>
      <Tooltip label="Data source and schema" position="right">
        <ActionIcon aria-label="Data source and schema" aria-expanded={isOpen} onClick={() => setIsOpen(true)}>
          <IconLayoutSidebar size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <Drawer
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        size={320}
        title="Data source"
        classNames={{ body: styles.drawer }}
      >
        {children}
      </Drawer>
    </div>
  )
}

function TakingTurns({ source, editor, result, isRunning }: PanesProps) {
  const [shown, setShown] = useState<'editor' | 'result'>('editor')
  useEffect(() => {
    if (isRunning) setShown('result')
  }, [isRunning])
  return (
    <>
      <div className={styles.narrowSwitch}>
        <SourceDrawer>{source}</SourceDrawer>
        <SegmentedControl
          fullWidth
          value={shown}
          onChange={(value) => setShown(value === 'result' ? 'result' : 'editor')}
          data={[
            { value: 'editor', label: 'Query' },
            { value: 'result', label: 'Result' },
          ]}
        />
      </div>
      <div className={styles.body}>
        {/* Both stay: the editor keeps its cursor, the table its place. */}
        <div className={styles.turn} data-hidden={shown !== 'editor' || undefined}>
          {editor}
        </div>
        <div className={styles.turn} data-hidden={shown !== 'result' || undefined}>
          {result}
        </div>
      </div>
    </>
  )
}
