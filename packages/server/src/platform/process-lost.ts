/** An executor process ended in the middle of a task: it was killed, or it crashed. */
export class ProcessLost extends Error {}
