#include <condition_variable>
#include <future>
#include <iostream>
#include <mutex>
#include <queue>
#include <string>
#include <thread>
using namespace std;
int main() { mutex m; condition_variable c; queue<int> q; thread t([&] { int n; while (cin >> n) { lock_guard<mutex> l(m); q.push(n); c.notify_one(); } }); auto next = [&] { unique_lock<mutex> l(m); c.wait(l, [&] { return !q.empty(); }); int n = q.front(); q.pop(); return n; }; cout << "a?" << endl; int a = next(); cout << "b?" << endl; int b = next(); cout << "sum " << a + b << endl; t.detach(); quick_exit(0); }
