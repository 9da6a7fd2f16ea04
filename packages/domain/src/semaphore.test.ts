import { describe, expect, it } from 'vitest'
import { Semaphore } from './semaphore.ts'

/** A task that ends when `end` is called. */
function openTask() {
  let end = () => {}
  const done = new Promise<void>((resolve) => {
    end = resolve
  })
  return { task: () => done, end }
}

describe('the semaphore', () => {
  it('runs as many tasks at a time as it has permits, and the others in order of arrival', async () => {
    const semaphore = new Semaphore(2)
    const started: number[] = []
    const tasks = [openTask(), openTask(), openTask(), openTask()]
    const runs = tasks.map(({ task }, index) =>
      semaphore.run(() => {
        started.push(index)
        return task()
      }),
    )
    await expect.poll(() => started).toEqual([0, 1])
    tasks[1]?.end()
    await runs[1]
    await expect.poll(() => started).toEqual([0, 1, 2])
    tasks[0]?.end()
    await runs[0]
    await expect.poll(() => started).toEqual([0, 1, 2, 3])
    tasks[2]?.end()
    tasks[3]?.end()
    await Promise.all(runs)
  })

  it('releases the permit of a task that fails', async () => {
    const semaphore = new Semaphore(1)
    const failing = semaphore.run(() => Promise.reject(new Error('no')))
    const next = semaphore.run(() => 'yes')
    await expect(failing).rejects.toThrow('no')
    await expect(next).resolves.toBe('yes')
  })

  it('rejects with the reason of the signal and drops a waiting task if its signal aborts', async () => {
    const semaphore = new Semaphore(1)
    const first = openTask()
    const running = semaphore.run(first.task)
    const leaving = new AbortController()
    const left = semaphore.run(() => 'ran', leaving.signal)
    const third = semaphore.run(() => 'third')
    leaving.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    first.end()
    await running
    await expect(third).resolves.toBe('third')
    await expect(semaphore.run(() => 'free')).resolves.toBe('free')
  })

  it('refuses a task whose signal has already aborted, and keeps its permit', async () => {
    const semaphore = new Semaphore(1)
    await expect(semaphore.acquire(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
    await expect(semaphore.run(() => 'free')).resolves.toBe('free')
  })

  it('does not start a task whose signal aborts just after it received the permit', async () => {
    const semaphore = new Semaphore(1)
    const release = await semaphore.acquire()
    const leaving = new AbortController()
    const late = semaphore.run(() => 'ran', leaving.signal)
    release()
    leaving.abort(new Error('gone'))
    await expect(late).rejects.toThrow('gone')
    await expect(semaphore.run(() => 'free')).resolves.toBe('free')
  })
})
