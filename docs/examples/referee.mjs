// The referee from Node: one process, a question a line in, an answer a line out, in the same order.
//
//     node referee.mjs mien-nam
//
// Wants `tienlen` on the path; the variant is an id or the path of a file.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

class Referee {
  constructor(variant) {
    this.variant = variant;
    this.waiting = []; // who asked and has no answer yet, the first one first
    this.process = spawn("tienlen", ["judge"], { stdio: ["pipe", "pipe", "inherit"] });
    this.process.on("error", (fault) => this.fail(fault));
    this.process.on("close", (code) => this.fail(new Error(`tienlen judge ended with ${code}`)));
    createInterface({ input: this.process.stdout }).on("line", (line) => {
      const { resolve, reject } = this.waiting.shift();
      const answer = JSON.parse(line);
      if (answer.error) reject(new Error(`${answer.error.code}: ${answer.error.message}`));
      else resolve(answer);
    });
  }

  fail(fault) {
    for (const { reject } of this.waiting.splice(0)) reject(fault);
  }

  ask(question) {
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      this.process.stdin.write(JSON.stringify({ variant: this.variant, ...question }) + "\n");
    });
  }

  close() {
    this.process.stdin.end();
  }
}

const referee = new Referee(process.argv[2] ?? "mien-nam");

const cut = await referee.ask({ ask: "verdict", table: ["2H"], play: ["7S", "7C", "7D", "7H"] });
console.log(cut.stands ? `it ${cut.how === "cuts" ? "cuts" : "beats"}, by ${cut.rule} (${cut.where})` : "it does not beat");

const { plays } = await referee.ask({ ask: "plays", hand: ["4S", "5D", "5H", "9C", "2S"], table: ["4D"] });
console.log(`a four of diamonds may be answered with ${plays.map((cards) => cards.join(" ")).join(", ")}`);

const game = await referee.ask({
  ask: "play",
  order: ["An", "Bình"],
  turn: "An",
  hands: { An: ["3S", "9H"], "Bình": ["4C", "2D"] },
  moves: [["An", ["3S"]], ["Bình", ["4C"]], ["An", ["9H"]]],
});
for (const { from, to, amount, reason } of game.transfers) console.log(`${from} pays ${to} ${amount}: ${reason}`);

await referee.ask({ ask: "verdict", table: ["1S"], play: ["7S"] }).catch((fault) => console.log(fault.message));
referee.close();
