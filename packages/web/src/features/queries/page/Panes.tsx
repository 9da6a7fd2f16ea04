import { ActionIcon, Drawer, SegmentedControl, Splitter, Tooltip } from '@mantine/core'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { IconLayoutSidebar } from '@tabler/icons-react'
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import styles from './page.module.css'

interface PanesProps {
  source: ReactNode
  editor: ReactNode
  result: ReactNode
  isRunning: boolean
}

/** Which of the two a very narrow window shows. */
type Turn = 'editor' | 'result'
const turns: { value: Turn; label: string }[] = [
  { value: 'editor', label: 'Query' },
  { value: 'result', label: 'Result' },
]

/** Sizes until somebody chooses others, and again after a double-click on the edge: pixels, and hundredths of the height. */
const SOURCE_WIDTH = 264
const EDITOR_SHARE = 45

const splitStyles = (hasEdge: boolean) => ({
  root: styles.split,
  handle: hasEdge ? styles.edge : styles.noEdge,
  thumb: styles.grip,
  pane: styles.pane,
})

/** What a pane is that has the place for itself, and one that has none. */
const whole: CSSProperties = { flexGrow: 1, flexShrink: 1, flexBasis: 0 }
const away: CSSProperties = { display: 'none' }

/**
 * Source mode's three panes. The sizes are remembered. In a narrow window the schema is a drawer, in a very narrow one
 * editor and result take turns. Editor and result stay on the page as the window becomes narrower or wider: what was undone, the
 * cursor and the place of the table are not lost.
 */
export function Panes({ source, editor, result, isRunning }: PanesProps) {
  const isNarrow = useMediaQuery('(max-width: 1100px)', false, { getInitialValueInEffect: false })
  const takesTurns = useMediaQuery('(max-width: 800px)', false, { getInitialValueInEffect: false })
  const [turn, setTurn] = useState<Turn>('editor')
  useEffect(() => {
    if (isRunning) setTurn('result')
  }, [isRunning])
  const [sourceWidth, setSourceWidth] = useLocalStorage({
    key: 'sightline-schema-width',
    defaultValue: SOURCE_WIDTH,
    getInitialValueInEffect: false,
  })
  const [editorShare, setEditorShare] = useLocalStorage({
    key: 'sightline-editor-share',
    defaultValue: EDITOR_SHARE,
    getInitialValueInEffect: false,
  })
  const styleOf = (pane: Turn) => (takesTurns ? (turn === pane ? whole : away) : undefined)

  return (
    <>
      {takesTurns && (
        <div className={styles.narrowSwitch}>
          <SourceDrawer>{source}</SourceDrawer>
          <SegmentedControl fullWidth value={turn} onChange={setTurn} data={turns} />
        </div>
      )}
      <div className={styles.body}>
        {isNarrow && !takesTurns && <SourceDrawer>{source}</SourceDrawer>}
        <Splitter
          classNames={splitStyles(!isNarrow)}
          lineSize={1}
          withHandle={false}
          step="16px"
          shiftStep="64px"
          sizes={[`${sourceWidth}px`, 100]}
          onSizeChange={([first]) => setSourceWidth(Number.parseFloat(String(first)))}
          // The library's own would bring back a share of the window, and not these pixels.
          resetOnDoubleClick={false}
          onDoubleClick={({ target, currentTarget }) => {
            if (target instanceof Element && target.parentElement === currentTarget) setSourceWidth(SOURCE_WIDTH)
          }}
        >
          <Splitter.Pane defaultSize={`${SOURCE_WIDTH}px`} min="200px" max="480px" style={isNarrow ? away : undefined}>
            {!isNarrow && source}
          </Splitter.Pane>
          <Splitter.Pane defaultSize={100} min="320px" style={isNarrow ? whole : undefined}>
            <div className={styles.work}>
              <Splitter
                orientation="vertical"
                classNames={splitStyles(!takesTurns)}
                lineSize={1}
                sizes={[editorShare, 100 - editorShare]}
                onSizeChange={([first]) => setEditorShare(Number.parseFloat(String(first)))}
              >
                <Splitter.Pane defaultSize={EDITOR_SHARE} min={15} style={styleOf('editor')}>
                  {editor}
                </Splitter.Pane>
                <Splitter.Pane defaultSize={100 - EDITOR_SHARE} min={15} style={styleOf('result')}>
                  {result}
                </Splitter.Pane>
              </Splitter>
            </div>
          </Splitter.Pane>
        </Splitter>
      </div>
    </>
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
