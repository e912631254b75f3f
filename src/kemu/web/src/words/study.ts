// What the client says about a game that is studied. A part of `text`.

const percent = (part: number) => `${Math.round(100 * part)} %`;

export const study = {
  study: "Winning chances",
  studyCourse: (seat: string) => `The course of ${seat}'s chances: drag to look at a moment`,
  studying: (done: number) => `The game is being judged: ${percent(done)}`,
  studyWaits: "The game waits to be judged.",
  studyDone: "What the computer's search thinks of it, from what each side knew then.",
  chances: (first: string, chance: number, second: string) => `${first} ${percent(chance)}, ${second} ${percent(1 - chance)}`,
  lastMark: "The marked moment before",
  nextMark: "The next marked moment",
  noMarks: "No missed chances were found.",
  marks: (missed: number, turning: number) =>
    [missed ? `${missed} missed ${missed === 1 ? "chance" : "chances"}` : "", turning ? `${turning} turning ${turning === 1 ? "point" : "points"}` : ""].filter(Boolean).join(", "),
  missed: (seat: string, lost: number) => `Here ${seat} missed a chance: it cost ${Math.round(100 * lost)} points in a hundred.`,
  played: (what: string) => `Played: ${what}.`,
  better: (what: string[]) => `Better: ${what.join(", then ")}.`,
  because: (reasons: string[]) => `Because ${reasons.join(", and ")}.`,
  noReason: "What the computer counts is about the same; it looked further ahead.",
  turned: (seat: string, before: number, after: number, drawn: boolean) =>
    `Here the game turned: ${seat}'s chances went from ${percent(before)} to ${percent(after)}${drawn ? "; dice or cards had their say" : ""}.`,
  playOn: "Play on from here",
  playOnAs: "You play",
  playOnLevel: "The computer's strength",
  playOnNote: "A table of your own begins at this moment; this game stays as it is.",
  playOnOver: "The game is over here. Go back to a moment before.",
  linkToMoment: "Copy a link to this moment",
  // hints
  hintSought: "Looking for a hint …",
  hintSays: (label: string, sure: string, second: string, chance: number, reasons: string[]) =>
    [
      `For this choice: ${label}.`,
      sure === "only" ? "There is nothing else to do." : sure === "sure" ? "It is sure of that." : sure === "fairly" ? `It is fairly sure; next best: ${second}.` : `A close call; about as good: ${second}.`,
      reasons.length ? `Because ${reasons.join(", and ")}.` : "",
      sure === "only" ? "" : `Your chances: ${percent(chance)}.`,
    ].filter(Boolean).join(" "),
  hints: "Hints",
  hintsOff: "Between people hints are off, unless both agree to them; both are told of each that is taken.",
  agreeHints: "Agree to hints",
  hintsAsked: "You have agreed to hints. They are on once the other side agrees too; the chat tells it of your wish.",
  hintsOn: "Hints are on. The chat tells both of you of each one.",
  hintsWished: (player: string) => `${player} has agreed to hints. They are on if you agree too, and both of you are told of each one.`,
  hintsBack: "You no longer agree to hints, so they are off.",
  noHints: "No more hints",
  // records that are brought along
  dropHere: "Drop a record here to look at it and study it.",
  bring: "Study a record",
  bringing: "The record is checked …",
  bringNote: "A game's record is a file that Kemu saves (.jsonl). Choose one, or drop it anywhere on this page.",
  noFile: "This is no record of Kemu.",
};
