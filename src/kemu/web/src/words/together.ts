// What the client says about playing with somebody who is elsewhere. A part of `text`.

export const together = {
  // sitting down
  invitedBy: (who: string, seat: string) => `${who || "A friend"} invites you to play${seat ? ` ${seat}` : ""}`,
  joinName: "Your name (the other player sees it)",
  joinOnlyLook: "Only look",
  joinTime: (minutes: string) => `It takes ${minutes.replace("-", "–")} minutes.`,
  joinAgainst: (who: string, seat: string, here: boolean) => `${who || "Somebody"} plays ${seat} and is ${here ? "here" : "away just now"}.`,
  joinOptions: "Played in the usual way",
  joinFree: (seat: string) => `Nobody has sat down as ${seat} yet.`,
  joinComputer: (seat: string, who: string) => `The computer (${who}) plays ${seat}.`,
  satDown: (who: string, seat: string) => (who ? `${who} has sat down as ${seat}.` : `Somebody has sat down as ${seat}.`),
  youSit: (seat: string) => `You play ${seat} now.`,
  // open tables
  openTables: "Open tables",
  openLead: "Sit down here to play somebody who is waiting.",
  openBy: (who: string, seats: string[]) => `${who || "Somebody"} waits for somebody to play ${seats.join(" or ")}.`,
  openSit: "Have a look",
  listIt: "Let anyone on this server find this table and take the free seat",
  listNote: "It stands on everyone's front page for as long as you have it open here.",
  // playing again
  again: "Play again",
  againSwapped: "Play again, seats swapped",
  againAsks: (who: string) => `${who} would like to play again, with the seats swapped.`,
  againYes: "Yes, play again",
  againNo: "No, thank you",
  againWaits: (who: string) => `You would like to play again. It begins when ${who} agrees.`,
  againTakeBack: "No longer",
  againGo: "To the next game",
  notifyOn: "You will be told when it is your turn and you look elsewhere.",
  // who is there
  players: "Who plays",
  seatFree: "not here yet",
  // one seat in two places
  twoPlaces: (n: number) => `Your seat is open in ${n} places: other browsers, or windows of this one. What is chosen in one happens in all.`,
  hereOnly: "Play here only",
  hereOnlyNote: "If one of them is not yours, take the seat here: the others are closed at once.",
};
